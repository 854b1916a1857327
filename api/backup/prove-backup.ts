import { rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Content } from '../content/content.ts'
import { createScratchDatabase } from '../database/scratch-database.ts'
import { ensureBundle } from '../publishing/bundle.ts'
import { toReleaseVersion } from '../publishing/publisher.ts'
import { isServerFile } from '../publishing/releases/release.ts'
import { readRelease } from '../publishing/releases/stored-release.ts'
import { renderRelease } from '../publishing/render.ts'
import { errorReason, OperatorError } from '../runtime/operator.ts'
import { type Manifest, releasesFolder } from './archive.ts'
import { type BackupSource, createBackup } from './create-backup.ts'
import { type RestoreOptions, restoreBackup } from './restore-backup.ts'
import { openWorkFolder } from './work-folder.ts'

type Options = BackupSource & {
  /** Of the database. */
  url: string
  checkout: string
  log: (line: string) => void
}

/** A page that is published during the backup differs from its content. */
class PagesDifferError extends OperatorError {}
const attempts = 3

/** The archive is called `….unproven` until it is proven. Throws OperatorError. */
export async function createProvenBackup(options: Options, file: string): Promise<Manifest> {
  const unproven = `${file}.unproven`
  for (let attempt = 1; ; attempt += 1) {
    await rm(unproven, { force: true })
    await createBackup(options, unproven)
    try {
      const manifest = await proveBackup(unproven, options)
      await rename(unproven, file)
      return manifest
    } catch (error) {
      if (error instanceof PagesDifferError && attempt < attempts) continue
      throw new OperatorError(`${unproven} is not proven: ${errorReason(error)}`, { cause: error })
    }
  }
}

/**
 * Restores a backup beside the running site, into a database and a folder that are deleted afterwards, and renders all
 * pages from it. Throws OperatorError if anything differs.
 */
async function proveBackup(file: string, { environment, sql, url, content, checkout, log }: Options) {
  await using work = await openWorkFolder(join(resolve(environment.DATA_DIR), 'proof-work'))
  await using scratch = await createScratchDatabase(sql, url)
  const check: RestoreOptions['check'] = (manifest, folder, restored = content.settings) =>
    comparePages(manifest, folder, { siteUrl: environment.SITE_URL, content: restored }, { checkout, log })
  const target = { dataFolder: work.folder, databaseUrl: scratch.url, checkout }
  return await restoreBackup({ file, ...target, log, check })
}

/** Renders the pages from the content and compares each file with the release. */
async function comparePages(
  { release: id }: Manifest,
  folder: string,
  settings: { siteUrl: string; content: Content['settings'] },
  { checkout, log }: Pick<Options, 'checkout' | 'log'>,
): Promise<void> {
  if (id === null) return
  log('Comparing the pages…')
  const release = await readRelease(join(folder, releasesFolder), id)
  const built = await ensureBundle(checkout, log)
  if (release.version !== toReleaseVersion(built.version, settings.siteUrl))
    throw new OperatorError(
      `The newest release is of another version or for another address than ${settings.siteUrl}: run this version, with the settings of the server`,
    )
  // A version of its own: otherwise the pages would be taken from the release.
  const rendered = await renderRelease(await built.load(), settings, built.assets, {
    version: 'proof',
    previous: release,
  })
  const differing = [...release.files].flatMap(([path, body]) =>
    isServerFile(path) || rendered.files.get(path)?.equals(body) ? [] : [path],
  )
  const some = differing.slice(0, 3).join(', ')
  if (differing.length > 0)
    throw new PagesDifferError(
      `${differing.length} files of the pages are not those of the release ${id}: ${some}`,
    )
}

import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createContentClient } from '../content/client.ts'
import { type Content, describeLake } from '../content/content.ts'
import { startLocalLake } from '../content/local-lake.ts'
import { readMigrations } from '../database/migrate.ts'
import { checkServer, connect, openPostgres } from '../database/open.ts'
import { importData } from '../database/transfer.ts'
import { readRelease } from '../publishing/releases/stored-release.ts'
import { ignoreMissing } from '../runtime/durable-files.ts'
import { OperatorError } from '../runtime/operator.ts'
import {
  contentFolder,
  dataFile,
  extractArchive,
  type Manifest,
  readManifest,
  releasesFolder,
  settingsFile,
} from './archive.ts'
import { makePrivateFolder, openWorkFolder } from './work-folder.ts'

export type RestoreOptions = {
  file: string
  /** The empty DATA_DIR of the new installation. */
  dataFolder: string
  /** An empty database; by default an embedded one in `dataFolder`. */
  databaseUrl?: string | undefined
  /** POSTGRES_BIN. */
  binFolder?: string | undefined
  checkout: string
  log: (line: string) => void
  /** Further comparisons; gets the folder of the restored files, and the content unless it is elsewhere. */
  check?: (manifest: Manifest, folder: string, settings?: Content['settings']) => Promise<void>
}

const parts = ['postgres', releasesFolder, settingsFile, contentFolder]

/**
 * Brings the archive of `createBackup` into an empty installation of its or a later version. All files are compared with
 * their checksums, the rows with those of the archive, and the number of documents with the running Content Lake's;
 * then they get their names. Throws OperatorError, and changes nothing but an own database's schema.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { file, dataFolder, databaseUrl, binFolder, log } = options
  const manifest = await readManifest(file)
  if (!(await readMigrations()).some(({ name }) => name === manifest.migration))
    throw new OperatorError(
      `${file} was made by another version (${manifest.version}, commit ${manifest.commit}), which has the migration ${manifest.migration}: restore it with that version`,
    )
  await makePrivateFolder(dataFolder)
  const found = (await readdir(dataFolder)).find((name) => parts.includes(name))
  if (found !== undefined)
    throw new OperatorError(`${dataFolder} is not empty (${found}): set DATA_DIR to an empty folder`)
  await using work = await openWorkFolder(join(dataFolder, 'restore-work'))
  const { folder } = work
  log(`Unpacking ${file}, of ${manifest.madeAt}…`)
  await extractArchive(file, manifest, folder)
  if (manifest.release !== null) await readRelease(join(folder, releasesFolder), manifest.release)
  log('Importing the rows…')
  const variables = { DATABASE_URL: databaseUrl, DATA_DIR: folder, POSTGRES_BIN: binFolder }
  await importRows(manifest, variables, log)
  log('Comparing the content…')
  await checkContent(folder, manifest, options)
  for (const name of parts) await rename(join(folder, name), join(dataFolder, name)).catch(ignoreMissing)
  return manifest
}

async function importRows(
  { tables }: Manifest,
  variables: Parameters<typeof openPostgres>[0],
  log: (line: string) => void,
): Promise<void> {
  await using database = await openPostgres(variables, log)
  await using sql = connect(database.url)
  await checkServer(sql)
  const imported = await importData(sql, join(variables.DATA_DIR, dataFile))
  const differs = Object.keys(tables).find((name) => imported[name]?.digest !== tables[name]?.digest)
  if (differs !== undefined)
    throw new OperatorError(`The rows of ${differs} are not those that were backed up`)
}

async function checkContent(folder: string, manifest: Manifest, { checkout, log, check }: RestoreOptions) {
  if (manifest.documents === null) return check?.(manifest, folder)
  await using lake = await startLocalLake({
    checkout,
    folder: join(folder, contentFolder),
    port: 0,
    studioFolder: '',
    assertMayBeNew: () => Promise.reject(new OperatorError('The content is missing')),
    log,
  })
  const { settings } = describeLake(lake)
  const client = createContentClient(settings).withConfig({ perspective: 'raw' })
  const documents = await client.fetch<number>('count(*)')
  if (documents !== manifest.documents)
    throw new OperatorError(`The content has ${documents} documents instead of ${manifest.documents}`)
  await check?.(manifest, folder, settings)
}

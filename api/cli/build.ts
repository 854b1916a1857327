import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { findContent } from '../content/content.ts'
import { cardPaths } from '#domain/pages/card-paths.ts'
import { cardPages, toPageCard } from '../cards/cards.ts'
import { drawCard } from '../cards/draw-card.ts'
import { listSiteFiles } from '../discovery/site-files.ts'
import { readEnvironment } from '../env.ts'
import { ensureBundle } from '../publishing/bundle.ts'
import { writeHostFiles } from '../publishing/host/host-files.ts'
import { readSiteFacts } from '../publishing/releases/release.ts'
import { addCompressedCopies } from '../publishing/releases/compressed-copies.ts'
import { renderRelease } from '../publishing/render.ts'
import { checkout } from '../runtime/checkout.ts'
import { ignoreMissing } from '../runtime/durable-files.ts'
import { OperatorError, printLine } from '../runtime/operator.ts'
import { runCommand } from './run-command.ts'

// `npm run build [folder]` writes the files of a release and the settings of static hosts into dist/ or the folder.
// A failed build writes nothing.

await runCommand('npm run build [folder]', async ([folder = join(checkout, 'dist')]) => {
  const target = resolve(folder)
  await refuseOtherFiles(target)
  const environment = readEnvironment(process.env)
  await using content = await findContent(environment, { checkout, log: printLine })
  const settings = { siteUrl: environment.SITE_URL, content: content.settings }
  const bundle = await ensureBundle(checkout, printLine)
  const release = await renderRelease(await bundle.load(), settings, bundle.assets)
  const overTls = settings.siteUrl.startsWith('https:')
  const facts = readSiteFacts(release, settings.siteUrl)
  const files = new Map([...release.files, ...(await addCompressedCopies(listSiteFiles(facts)))])
  for (const { name, file } of cardPages) {
    const card = { site: facts.name, ...toPageCard(files.get(file)?.toString() ?? '', file) }
    files.set(cardPaths.page(name).slice(1), await drawCard(card))
  }
  const written = [...files, ...writeHostFiles(files, { overTls })]
  await rm(target, { recursive: true, force: true })
  for (const [path, body] of written) {
    await mkdir(dirname(join(target, path)), { recursive: true })
    await writeFile(join(target, path), body)
  }
  printLine(`Wrote ${written.length} files to ${target}`)
  if (process.env['SITE_URL'] === undefined)
    printLine(`Without SITE_URL, they name ${settings.siteUrl} as the address of the site`)
})

/** Throws OperatorError for a folder that no build wrote: a build replaces the whole folder. */
async function refuseOtherFiles(folder: string): Promise<void> {
  const names = (await readdir(folder).catch(ignoreMissing)) ?? []
  if (names.length > 0 && !names.includes('_headers'))
    throw new OperatorError(`${folder} has files that no build wrote. Name a new folder`)
}

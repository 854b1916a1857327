import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from './command.ts'
import { openContent } from './content/content.ts'
import { readEnvironment } from './env.ts'
import { ensureBundle } from './publisher/bundle.ts'
import { writeHostFiles } from './publisher/host-files.ts'
import { readAssets, renderRelease } from './publisher/render.ts'
import { say } from './say.ts'

// `npm run build` writes the pages and their assets into dist/, the same bytes that `npm start` serves, and what a
// static host needs to know of them; `npm run build <folder>` into another folder. Nothing is written unless all is well.
const checkout = fileURLToPath(new URL('..', import.meta.url))

await runCommand(async ([folder = join(checkout, 'dist')]) => {
  const target = resolve(folder)
  const environment = readEnvironment(process.env)
  await using content = await openContent(environment, { checkout, log: say })
  // No static host goes by a cookie of ours: its pages are English.
  const settings = { siteUrl: environment.SITE_URL, content: content.settings, languages: ['en'] } as const
  const bundle = await ensureBundle(checkout, say)
  const { files } = await renderRelease(await bundle.load(), settings, await readAssets(bundle))
  const overTls = settings.siteUrl.startsWith('https:')
  const written = [...files, ...writeHostFiles(files, { overTls })]
  await rm(target, { recursive: true, force: true })
  for (const [path, body] of written) {
    await mkdir(dirname(join(target, path)), { recursive: true })
    await writeFile(join(target, path), body)
  }
  say(`Wrote ${written.length} files to ${target}`)
})

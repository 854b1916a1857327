import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openContent } from './content/content.ts'
import { readEnvironment } from './env.ts'
import { ensureBundle } from './publisher/bundle.ts'
import { readAssets, renderRelease } from './publisher/render.ts'
import { say } from './say.ts'

// Writes the pages and their assets into dist/, the same bytes that `npm start` serves.
const checkout = fileURLToPath(new URL('..', import.meta.url))
const target = join(checkout, 'dist')
const environment = readEnvironment(process.env)
await using content = await openContent(environment, { checkout, log: say })
const settings = { siteUrl: environment.SITE_URL, content: content.settings }
const bundle = await ensureBundle(checkout, say)
const { files } = await renderRelease(await bundle.load(), settings, await readAssets(bundle))
await rm(target, { recursive: true, force: true })
for (const [path, body] of files) {
  await mkdir(dirname(join(target, path)), { recursive: true })
  await writeFile(join(target, path), body)
}
say(`Wrote ${files.size} files to ${target}`)

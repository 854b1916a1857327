import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureStudio, studioFolder } from './build/ensure-studio.ts'
import { readSourceVersion } from './build/source-version.ts'

/**
 * Builds the Studio of the present sources unless it is there: `node studio/build.ts [folder] [--where]`. Versions
 * stand in the folder (`.build/studio`), and the last line on standard output is that of this one. `--where` says only
 * where it would be. The project is that of SANITY_PROJECT_ID and SANITY_DATASET, for the site at
 * SITE_URL, else the local Content Lake.
 */
async function run(words: string[]): Promise<void> {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const { SANITY_PROJECT_ID, SITE_URL } = process.env
  const settings = {
    SANITY_STUDIO_PROJECT_ID: SANITY_PROJECT_ID,
    SANITY_STUDIO_DATASET: process.env['SANITY_DATASET'],
    // The local Content Lake says it at run time, and one Studio serves every address.
    ...(SANITY_PROJECT_ID && { SANITY_STUDIO_SITE_URL: SITE_URL?.replace(/\/$/, '') }),
  }
  const [folder = resolve(root, '.build', 'studio')] = words.filter((word) => !word.startsWith('--'))
  const place = { root, builds: resolve(folder), version: await readSourceVersion(root, settings) }
  const found = words.includes('--where')
    ? studioFolder(place)
    : await ensureStudio(place, { ...process.env, ...settings }, (line) => process.stderr.write(`${line}\n`))
  process.stdout.write(`${found}\n`)
}

// Whoever forked this build and is gone needs it no more.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()

await run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})

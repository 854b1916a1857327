import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { ensureBuild } from '#domain/ensure-build.ts'
import { readSourceVersion } from './build/source-version.ts'

const root = join(import.meta.dirname, '..')
const { SANITY_PROJECT_ID, SANITY_DATASET, SITE_URL } = process.env
const settings = {
  SANITY_STUDIO_PROJECT_ID: SANITY_PROJECT_ID,
  SANITY_STUDIO_DATASET: SANITY_DATASET,
  // The local Content Lake sends it at run time, so that one build serves every address.
  ...(SANITY_PROJECT_ID && { SANITY_STUDIO_SITE_URL: SITE_URL?.replace(/\/$/, '') }),
}

/** Runs `sanity build` and ends it with this process. Throws with its output if it fails. */
async function runSanity(folder: string): Promise<void> {
  const sanity = dirname(createRequire(import.meta.url).resolve('sanity/package.json'))
  const quiet = { DO_NOT_TRACK: '1', NO_UPDATE_NOTIFIER: '1', CI: '1', NO_COLOR: '1' }
  const child = spawn(process.execPath, [join(sanity, 'bin', 'sanity'), 'build', folder, '--yes'], {
    cwd: root,
    env: { ...process.env, ...settings, ...quiet, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  }
  function stop() {
    child.kill()
    process.exitCode = 1
  }
  process.on('SIGTERM', stop).on('SIGINT', stop)
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    if (code !== 0) throw new Error(`sanity build failed:\n${output.trim()}`)
  } finally {
    process.off('SIGTERM', stop).off('SIGINT', stop)
  }
}

/** Replaces Sanity's icons with the product's. */
async function replaceIcons(folder: string): Promise<void> {
  const page = join(folder, 'index.html')
  const html = await readFile(page, 'utf8')
  const icon = '<link href="/static/favicon.svg" rel="icon" type="image/svg+xml"/></head>'
  const otherIcons = /<link [^>]*rel="(icon|apple-touch-icon|manifest)"[^>]*>/g
  await writeFile(page, html.replace(otherIcons, '').replace('</head>', icon))
  const mark = join(import.meta.dirname, 'components/icons/product-mark.svg')
  await copyFile(mark, join(folder, 'static', 'favicon.svg'))
}

/**
 * `node studio/build.ts [folder] [--where]` builds the Studio of the present sources into a subfolder for this version,
 * unless it exists, and prints its path as the last line. `--where` only prints the path.
 */
async function run(args: string[]): Promise<void> {
  const [builds = join(root, '.build', 'studio')] = args.filter((word) => !word.startsWith('--'))
  const place = { builds: resolve(builds), version: await readSourceVersion(root, settings) }
  if (!args.includes('--where'))
    await ensureBuild({
      ...place,
      name: 'Studio',
      log: (line) => process.stderr.write(`${line}\n`),
      make: async (folder) => {
        await runSanity(folder)
        await replaceIcons(folder)
      },
    })
  process.stdout.write(`${join(place.builds, place.version)}\n`)
}

// The process that forked this build has ended.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()

await run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})

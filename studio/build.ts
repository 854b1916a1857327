import { execFile, type ExecFileException } from 'node:child_process'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { title } from './env.ts'

// Run by api/content/studio.ts as a child process: builds the Studio of the local Content Lake into a folder, to be served
// at a path (by default the root), and exits, at the latest with its parent. Logs the reason of a failure to stderr.
const [, , folder = '', basePath = ''] = process.argv
const stopping = new AbortController()
process.stdin.once('end', () => stopping.abort()).resume()
process.once('SIGTERM', () => stopping.abort())

const quiet = { NO_UPDATE_NOTIFIER: '1', CI: '1', NO_COLOR: '1' }
const local = {
  SANITY_STUDIO_PROJECT_ID: undefined,
  SANITY_STUDIO_DATASET: undefined,
  SANITY_STUDIO_SITE_URL: undefined,
  SANITY_STUDIO_BASEPATH: basePath,
}
const sanity = dirname(createRequire(import.meta.url).resolve('sanity/package.json'))
try {
  await promisify(execFile)(process.execPath, [join(sanity, 'bin', 'sanity'), 'build', folder, '--yes'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, ...quiet, ...local },
    signal: stopping.signal,
  })
  await addBrand()
  process.exit(0)
} catch (error) {
  const { stdout = '', stderr = '', message, signal } = error as ExecFileException
  if (signal) process.kill(process.pid, signal)
  const words = `${stdout}${stderr}`.trim() || message
  process.stderr.write(`${words}\n`, () => process.exit(1))
}

/** Replaces Sanity's title and icons with the product's. */
async function addBrand(): Promise<void> {
  const page = join(folder, 'index.html')
  const html = await readFile(page, 'utf8')
  const icon = `<link href="${basePath}/static/favicon.svg" rel="icon" type="image/svg+xml"/></head>`
  const otherIcons = /<link [^>]*rel="(icon|apple-touch-icon|manifest)"[^>]*>/g
  const branded = html.replace(/<title>[^<]*/, `<title>${title}`).replace(otherIcons, '')
  await writeFile(page, branded.replace('</head>', icon))
  const mark = join(import.meta.dirname, 'components/icons/product-mark.svg')
  await copyFile(mark, join(folder, 'static', 'favicon.svg'))
}

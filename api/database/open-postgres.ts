import { join, resolve } from 'node:path'
import type { Environment } from '../env.ts'
import { findEmbeddedPostgres, startEmbeddedPostgres } from './embedded/start.ts'

type Variables = Pick<Environment, 'DATABASE_URL' | 'DATA_DIR'>

/** The Postgres at DATABASE_URL, or the embedded one, which disposing stops. */
export async function openPostgres(
  { DATABASE_URL, DATA_DIR }: Variables,
  log: (line: string) => void,
): Promise<{ url: string } & AsyncDisposable> {
  if (DATABASE_URL !== undefined) return { url: DATABASE_URL, [Symbol.asyncDispose]: async () => {} }
  const folder = join(resolve(DATA_DIR), 'postgres')
  log(`Starting the database in ${folder}…`)
  const server = await startEmbeddedPostgres({ folder, log })
  return { url: server.url, [Symbol.asyncDispose]: () => server.stop() }
}

/** `openPostgres` for a command that ends: uses the embedded one of a running server if there is one. */
export async function findPostgres({ DATABASE_URL, DATA_DIR }: Variables, log: (line: string) => void) {
  const running = await findEmbeddedPostgres(join(resolve(DATA_DIR), 'postgres'))
  return openPostgres({ DATABASE_URL: DATABASE_URL ?? running, DATA_DIR }, log)
}

import { join, resolve } from 'node:path'
import type { Environment } from '../env.ts'
import { startEmbeddedPostgres } from './embedded/start.ts'

/** The Postgres at DATABASE_URL, or the embedded one, which disposing stops. */
export async function openPostgres(
  { DATABASE_URL, DATA_DIR }: Pick<Environment, 'DATABASE_URL' | 'DATA_DIR'>,
  log: (line: string) => void,
): Promise<{ url: string } & AsyncDisposable> {
  if (DATABASE_URL !== undefined) return { url: DATABASE_URL, [Symbol.asyncDispose]: async () => {} }
  const folder = join(resolve(DATA_DIR), 'postgres')
  log(`Starting the database in ${folder}…`)
  const server = await startEmbeddedPostgres({ folder, log })
  return { url: server.url, [Symbol.asyncDispose]: () => server.stop() }
}

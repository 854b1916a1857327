import { claimServer } from './claim.ts'
import { EmbeddedPostgresError, reasonOf } from './errors.ts'
import { keepServing } from './keep-serving.ts'
import { ensureDatabase } from './ownership.ts'
import { preparePlace } from './place.ts'
import { databaseUrl } from './socket-folder.ts'

export type EmbeddedPostgres = {
  /** For `connect` in any process, and for psql. Stays the same when the server is started anew. */
  url: string
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  /** Where the cluster is or will be. Its log is beside it, in `<folder>.log`. */
  folder: string
  log?: (line: string) => void
  /** A PostgreSQL to use in place of the npm package's: a folder with bin, lib and share. */
  nativeFolder?: string
}

export const database = 'founderlist'

/**
 * Runs PostgreSQL on `folder` until `stop`, and starts it anew when it dies. A server that a killed process left
 * behind is taken over as it is.
 * Throws DataFolderInUseError while another process uses the folder, EmbeddedPostgresError where it cannot start.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    const place = await preparePlace(options.folder, options.nativeFolder, options.log ?? (() => {}))
    const claim = await claimServer(place)
    const { stop } = keepServing(place, claim)
    await ensureDatabase(claim.sql, database).catch((error: unknown) =>
      stop().finally(() => Promise.reject(error)),
    )
    return { url: databaseUrl(claim.socketFolder, database), stop }
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error
    throw new EmbeddedPostgresError(
      `PostgreSQL could not be started on ${options.folder}: ${reasonOf(error)}`,
      { cause: error },
    )
  }
}

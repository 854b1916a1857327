import { claimServer } from './claim.ts'
import { EmbeddedPostgresError, reasonOf } from './errors.ts'
import { keepServing } from './keep-serving.ts'
import { ensureDatabase } from './ownership.ts'
import { isServerOf, readPidFile } from './pid-file.ts'
import { preparePlace } from './place.ts'
import { databaseUrl, isSocketFolder } from './socket-folder.ts'

type EmbeddedPostgres = {
  /** For `connect` and psql. A restart does not change it. */
  url: string
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  /** Holds the cluster. The log is `<folder>.log`. */
  folder: string
  log?: (line: string) => void
  /** A PostgreSQL to use instead of the npm package: a folder with bin, lib and share. */
  nativeFolder?: string
}

const database = 'founderlist'

/**
 * Runs PostgreSQL on `folder` until `stop`, and restarts it when it dies. Takes over a server that a killed process
 * left running. Throws EmbeddedPostgresError, also while another process uses the folder.
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

/** The address of the embedded server that runs on `folder`, in whichever process. */
export async function findEmbeddedPostgres(folder: string): Promise<string | undefined> {
  const file = await readPidFile(folder)
  if (!file || !isSocketFolder(file.socketFolder) || !(await isServerOf(folder, file.pid))) return undefined
  return databaseUrl(file.socketFolder, database)
}

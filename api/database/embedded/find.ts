import { isServerOf, readPidFile } from './pid-file.ts'
import { databaseUrl, isSocketFolder } from './socket-folder.ts'
import { database } from './start.ts'

/** The address of the embedded server that runs over the folder, whoever keeps it; undefined where there is none. */
export async function findEmbeddedPostgres(folder: string): Promise<string | undefined> {
  const file = await readPidFile(folder)
  if (!file || !isSocketFolder(file.socketFolder) || !(await isServerOf(folder, file.pid))) return undefined
  return databaseUrl(file.socketFolder, database)
}

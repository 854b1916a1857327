import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Connection, readConnection } from '../connection.ts'
import { OperatorError } from '../errors.ts'
import { openDatabase } from '../store/open-database.ts'

/** The lake that runs in the data folder of DATA_DIR. Throws OperatorError if there is none. */
export function findRunningLake(): Connection {
  const folder = join(resolve(process.env['DATA_DIR'] || '.data'), 'content')
  const connection = isInUse(folder) ? readConnection(folder) : undefined
  if (!connection)
    throw new OperatorError(
      `No Studio runs in ${folder}: start the server, or set DATA_DIR to its data folder`,
    )
  return connection
}

function isInUse(folder: string): boolean {
  if (!existsSync(join(folder, 'lake.sqlite'))) return false
  try {
    openDatabase(folder, 'existing').database.close()
    return false
  } catch (error) {
    if (error instanceof OperatorError && error.code === 'folderInUse') return true
    throw error
  }
}

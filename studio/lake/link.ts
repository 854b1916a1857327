import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Connection, readConnection } from './connection.ts'
import { formatError, log, OperatorError } from './errors.ts'
import { endSessions, requestLink } from './sessions/owner-requests.ts'
import { openDatabase } from './store/open-database.ts'

/** `npm run studio:link`: prints a new link to the running Studio; with `--end-all`, ends all sessions first. */
try {
  const connection = findLake(join(resolve(process.env['DATA_DIR'] || '.data'), 'content'))
  if (process.argv.includes('--end-all')) {
    await endSessions(connection)
    log('All sessions of the Studio have ended, and all earlier links are void.')
  }
  process.stdout.write(`${await requestLink(connection)}\n`)
} catch (error) {
  log(formatError(error))
  process.exitCode = 1
}

/** Throws OperatorError unless a lake runs in the folder. */
function findLake(folder: string): Connection {
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

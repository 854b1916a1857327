import type { DatabaseSync } from 'node:sqlite'

/** Runs the writes in one SQLite transaction: all of them or none. A throw rolls back and is passed on. */
export function inTransaction(database: DatabaseSync, write: () => void): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    write()
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

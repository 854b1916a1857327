import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { prepareSchema } from './schema.ts'

/** SQLite's code for a file that another process holds. */
const BUSY = 5

/**
 * Opens `lake.sqlite` in the folder (made with 0700) for this process alone.
 * Throws a plain Error when another process has it open.
 */
export function openDatabase(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(join(folder, 'lake.sqlite'))
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    database.exec('PRAGMA journal_mode = WAL')
    database.exec('PRAGMA synchronous = FULL')
    database.exec('PRAGMA foreign_keys = ON')
    database.exec('BEGIN EXCLUSIVE; COMMIT')
    prepareSchema(database)
    return database
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode !== BUSY) throw error
    throw new Error(`The Content Lake's folder ${folder} is in use by another process`, { cause: error })
  }
}

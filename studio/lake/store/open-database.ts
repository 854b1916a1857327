import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ExpectedError, sqliteCodes } from '../explain.ts'
import { prepareSchema } from './schema.ts'

/**
 * Opens `lake.sqlite` in the folder (made with 0700) for this process alone.
 * Throws ExpectedError when another process has it open.
 */
export function openDatabase(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'lake.sqlite')
  // A file of an earlier release may be readable to others.
  if (existsSync(path)) chmodSync(path, 0o600)
  const database = new DatabaseSync(path)
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
    if ((error as { errcode?: number }).errcode !== sqliteCodes.busy) throw error
    throw new ExpectedError(`The Content Lake's folder ${folder} is in use by another process`, {
      cause: error,
    })
  }
}

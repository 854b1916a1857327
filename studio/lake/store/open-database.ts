import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperatorError, sqliteCodes } from '../errors.ts'

const schemaVersion = 1

const tables = `
  CREATE TABLE documents (
    id TEXT PRIMARY KEY,
    content TEXT NOT NULL
  ) STRICT;
  CREATE TABLE transactions (
    sequence INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    timestamp TEXT NOT NULL,
    identity TEXT NOT NULL
  ) STRICT;
  CREATE TABLE changes (
    sequence INTEGER NOT NULL REFERENCES transactions (sequence),
    position INTEGER NOT NULL,
    document_id TEXT NOT NULL,
    before TEXT,
    after TEXT,
    mutations TEXT NOT NULL,
    PRIMARY KEY (sequence, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX changes_by_document ON changes (document_id, sequence);
`

/**
 * Opens `lake.sqlite` in the folder (made with 0700) for this process alone.
 * Throws OperatorError when another process has it open.
 */
export function openDatabase(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'lake.sqlite')
  // Earlier releases left the file readable to others.
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
    throw new OperatorError(`The Content Lake's folder ${folder} is in use by another process`, {
      code: 'folderInUse',
      cause: error,
    })
  }
}

/** Creates the tables of a new file. Throws for the file of a newer release. */
function prepareSchema(database: DatabaseSync): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version)
  if (version > schemaVersion)
    throw new OperatorError(
      `The Content Lake's file is of version ${version}, and this program knows ${schemaVersion}: update it`,
    )
  if (version === schemaVersion) return
  database.exec(`BEGIN IMMEDIATE; ${tables} PRAGMA user_version = ${schemaVersion}; COMMIT`)
}

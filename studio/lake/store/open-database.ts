import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperatorError, sqliteCodes } from '../errors.ts'
import type { LakeDocument, Transaction } from './types.ts'

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
      `The Content Lake's file has version ${version}, but this program supports ${schemaVersion}: update the program`,
    )
  if (version === schemaVersion) return
  database.exec(`BEGIN IMMEDIATE; ${tables} PRAGMA user_version = ${schemaVersion}; COMMIT`)
}

/** Every document of the file. */
export function listDocuments(database: DatabaseSync): LakeDocument[] {
  const rows = database.prepare('SELECT content FROM documents ORDER BY id').iterate()
  return Array.from(rows, ({ content }) => JSON.parse(String(content)) as LakeDocument)
}

export function hasTransaction(database: DatabaseSync, id: string): boolean {
  return database.prepare('SELECT 1 FROM transactions WHERE id = ?').get(id) !== undefined
}

/** ISO 8601, or an empty string for a dataset that has never been written. */
export function findLastTimestamp(database: DatabaseSync): string {
  const row = database.prepare('SELECT timestamp FROM transactions ORDER BY sequence DESC LIMIT 1').get()
  return String(row?.timestamp ?? '')
}

/** Writes documents and history of one transaction; the caller has begun the SQLite transaction. */
export function prepareInsertTransaction(database: DatabaseSync): (transaction: Transaction) => void {
  const insertTransaction = database.prepare(
    'INSERT INTO transactions (id, timestamp, identity) VALUES (?, ?, ?)',
  )
  const insertChange = database.prepare(
    `INSERT INTO changes (sequence, position, document_id, before, after, mutations)
     VALUES (?, ?, ?, ?, ?, ?)`,
  )
  const upsertDocument = database.prepare(
    `INSERT INTO documents (id, content) VALUES (?, ?)
     ON CONFLICT (id) DO UPDATE SET content = excluded.content`,
  )
  const deleteDocument = database.prepare('DELETE FROM documents WHERE id = ?')
  return ({ id, timestamp, identity, changes }) => {
    const sequence = insertTransaction.run(id, timestamp, identity).lastInsertRowid
    changes.forEach(({ documentId, before, after, mutations }, position) => {
      const content = toJson(after)
      insertChange.run(sequence, position, documentId, toJson(before), content, JSON.stringify(mutations))
      if (content === null) deleteDocument.run(documentId)
      else upsertDocument.run(documentId, content)
    })
  }
}

function toJson(document: LakeDocument | undefined): string | null {
  return document === undefined ? null : JSON.stringify(document)
}

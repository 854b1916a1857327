import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, statSync } from 'node:fs'
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
 * Opens `lake.sqlite` in the folder (made with 0700) for this process alone, and reads its documents. `expected` is the
 * lake's id, or `existing`; without it, a missing lake is created.
 * Throws OperatorError when another process has it open, when it is damaged, or when it is not the expected one.
 */
export function openDatabase(folder: string, expected?: string) {
  const path = join(folder, 'lake.sqlite')
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size === 0 && expected !== undefined) throw toMissingError(folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(path)
  chmodSync(path, 0o600)
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    database.exec('PRAGMA journal_mode = WAL')
    database.exec('PRAGMA synchronous = FULL')
    database.exec('BEGIN EXCLUSIVE; COMMIT')
    if (readVersion(database) === 0 && expected !== undefined) throw toMissingError(folder)
    checkPages(database)
    prepareSchema(database)
    const rows = listDocuments(database)
    const id = openId(database)
    if (expected !== undefined && expected !== 'existing' && expected !== id)
      throw new OperatorError(`${folder} holds the Content Lake ${id}, not ${expected}`, { code: 'missing' })
    return { database, id, rows }
  } catch (error) {
    database.close()
    if (isDamage(error))
      throw new OperatorError(`The Content Lake's file ${path} is damaged (${(error as Error).message})`, {
        code: 'damaged',
        cause: error,
      })
    if ((error as { errcode?: number }).errcode !== sqliteCodes.busy) throw error
    throw new OperatorError(`The Content Lake's folder ${folder} is in use by another process`, {
      code: 'folderInUse',
      cause: error,
    })
  }
}

function toMissingError(folder: string): OperatorError {
  return new OperatorError(`${folder} holds no Content Lake: lake.sqlite is missing or empty`, {
    code: 'missing',
  })
}

/** Extended result codes have more bits. A document that is no JSON is damage, too. */
function isDamage(error: unknown): boolean {
  const code = Number((error as { errcode?: number }).errcode) & 0xff
  return code === sqliteCodes.corrupt || code === sqliteCodes.notADatabase || error instanceof SyntaxError
}

/** Reads the whole file: a second for 1 GB. Throws SyntaxError with SQLite's first finding. */
export function checkPages(database: DatabaseSync): void {
  const found = String(database.prepare('PRAGMA quick_check(1)').get()?.quick_check)
  if (found !== 'ok') throw new SyntaxError(found.replace('*** in database main ***', '').trim())
}

function readVersion(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version)
}

/** Made once for each file; also for one of an earlier release, which had none. */
function openId(database: DatabaseSync): string {
  database.exec(
    'CREATE TABLE IF NOT EXISTS lake (only INTEGER PRIMARY KEY CHECK (only = 1), id TEXT NOT NULL) STRICT',
  )
  database
    .prepare('INSERT OR IGNORE INTO lake (only, id) VALUES (1, ?)')
    .run(randomBytes(12).toString('base64url'))
  return String(database.prepare('SELECT id FROM lake').get()?.['id'])
}

/** Creates the tables of a new file. Throws for the file of a newer release. */
function prepareSchema(database: DatabaseSync): void {
  const version = readVersion(database)
  if (version > schemaVersion)
    throw new OperatorError(
      `The Content Lake's file has version ${version}, but this program supports ${schemaVersion}: update the program`,
    )
  if (version === schemaVersion) return
  database.exec(`BEGIN IMMEDIATE; ${tables} PRAGMA user_version = ${schemaVersion}; COMMIT`)
}

function listDocuments(database: DatabaseSync): LakeDocument[] {
  const rows = database.prepare('SELECT content FROM documents ORDER BY id').iterate()
  return Array.from(rows, ({ content }) => JSON.parse(String(content)) as LakeDocument)
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
  const upsertDocument = database.prepare('INSERT OR REPLACE INTO documents (id, content) VALUES (?, ?)')
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

export function toJson(document: LakeDocument | undefined): string | null {
  return document === undefined ? null : JSON.stringify(document)
}

export function fromJson(value: unknown): LakeDocument | undefined {
  return typeof value === 'string' ? (JSON.parse(value) as LakeDocument) : undefined
}

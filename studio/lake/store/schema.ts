import type { DatabaseSync } from 'node:sqlite'

const VERSION = 1

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

/** Makes the tables of a new file. Throws for a file that a newer release of this program wrote. */
export function prepareSchema(database: DatabaseSync): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version)
  if (version > VERSION)
    throw new Error(
      `The Content Lake's file is of version ${version}, and this program knows ${VERSION}: update it`,
    )
  if (version === VERSION) return
  database.exec(`BEGIN IMMEDIATE; ${tables} PRAGMA user_version = ${VERSION}; COMMIT`)
}

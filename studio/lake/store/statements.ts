import type { DatabaseSync } from 'node:sqlite'
import type { LakeDocument, Transaction } from './types.ts'

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

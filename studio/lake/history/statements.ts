import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { isVersionId } from '../mutations/document-id.ts'
import { fromJson } from '../store/open-database.ts'
import type { Change, Transaction } from '../store/types.ts'

/** A transaction without its changes, which may be large. */
export type TransactionRow = Omit<Transaction, 'changes'> & { sequence: number }

export type TransactionFilter = {
  documentIds?: readonly string[]
  /** Sequences, both inclusive. */
  from?: number | undefined
  to?: number | undefined
  newestFirst?: boolean
  limit: number
}

/** The sequence number of a transaction; undefined for an unknown id. */
export function findSequence(database: DatabaseSync, transactionId: string): number | undefined {
  const row = database.prepare('SELECT sequence FROM transactions WHERE id = ?').get(transactionId)
  return row && Number(row.sequence)
}

/** Read the changes of each one with `listChanges`. */
export function listTransactions(database: DatabaseSync, filter: TransactionFilter): TransactionRow[] {
  const { documentIds, from, to, newestFirst = false, limit } = filter
  const conditions: [string, SQLInputValue | undefined][] = [
    [
      'sequence IN (SELECT sequence FROM changes WHERE document_id IN (SELECT value FROM json_each(?)))',
      documentIds && JSON.stringify(documentIds),
    ],
    ['sequence >= ?', from],
    ['sequence <= ?', to],
  ]
  const given = conditions.filter(([, value]) => value !== undefined)
  const where = given.map(([condition]) => condition).join(' AND ') || 'TRUE'
  return database
    .prepare(
      `SELECT sequence, id, timestamp, identity FROM transactions
       WHERE ${where} ORDER BY sequence ${newestFirst ? 'DESC' : 'ASC'} LIMIT ?`,
    )
    .all(...given.map(([, value]) => value ?? null), limit) as TransactionRow[]
}

/** The columns to read; the others are empty. */
export type ChangeColumns = {
  documentIds?: readonly string[] | undefined
  documents: boolean
  mutations: boolean
}

export function listChanges(database: DatabaseSync, sequence: number, columns: ChangeColumns): Change[] {
  const { documentIds, documents, mutations } = columns
  const selected = [documents && 'before, after', mutations && 'mutations'].filter(Boolean)
  const rows = database
    .prepare(
      `SELECT ${['document_id', ...selected].join(', ')} FROM changes
       WHERE sequence = ? AND (? IS NULL OR document_id IN (SELECT value FROM json_each(?)))
       ORDER BY position`,
    )
    .all(sequence, ...Array.from({ length: 2 }, () => (documentIds ? JSON.stringify(documentIds) : null)))
  return rows.map((row) => ({
    documentId: String(row.document_id),
    before: fromJson(row.before),
    after: fromJson(row.after),
    mutations: typeof row.mutations === 'string' ? (JSON.parse(row.mutations) as unknown[]) : [],
  }))
}

export type PointInTime = { sequence?: number; time?: string } | 'last'

/**
 * The document at a point in time; with `last` its last revision, even if it was deleted. The last revision of a version
 * has the `_rev` of the transaction that published or archived it: the Studio reverts what that transaction changed.
 */
export function findDocumentAt(database: DatabaseSync, documentId: string, point: PointInTime) {
  const { sequence = Number.MAX_SAFE_INTEGER, time = '9999' } = point === 'last' ? {} : point
  const row = database
    .prepare(
      `SELECT before, after, transactions.id FROM changes JOIN transactions USING (sequence)
       WHERE document_id = ? AND sequence <= ? AND timestamp <= ? ORDER BY sequence DESC LIMIT 1`,
    )
    .get(documentId, sequence, time)
  const after = fromJson(row?.after)
  if (after || point !== 'last') return after
  const before = fromJson(row?.before)
  return before && isVersionId(documentId) ? { ...before, _rev: String(row?.id) } : before
}

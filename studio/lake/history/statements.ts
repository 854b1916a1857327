import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Change, LakeDocument, Transaction } from '../store/types.ts'

/** A transaction without what it did, which may be much. */
export type Heading = Omit<Transaction, 'changes'> & { sequence: number }

export type TransactionFilter = {
  documentIds?: readonly string[]
  /** Sequences, both inclusive. */
  from?: number | undefined
  to?: number | undefined
  newestFirst?: boolean
  limit: number
}

/** The place of a transaction in the order of all; undefined for an id that there is not. */
export function findSequence(database: DatabaseSync, transactionId: string): number | undefined {
  const row = database.prepare('SELECT sequence FROM transactions WHERE id = ?').get(transactionId)
  return row && Number(row.sequence)
}

/** Which transactions there were. What each of them did is read by `listChanges`, one after the other. */
export function listTransactions(database: DatabaseSync, filter: TransactionFilter): Heading[] {
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
  const rows = database
    .prepare(
      `SELECT sequence, id, timestamp, identity FROM transactions
       WHERE ${where} ORDER BY sequence ${newestFirst ? 'DESC' : 'ASC'} LIMIT ?`,
    )
    .all(...given.map(([, value]) => value ?? null), limit)
  return rows.map(toHeading)
}

export function toHeading(row: Record<string, unknown>): Heading {
  const { sequence, id, timestamp, identity } = row
  return {
    sequence: Number(sequence),
    id: String(id),
    timestamp: String(timestamp),
    identity: String(identity),
  }
}

/** What to read of each change; the rest of it is empty. */
export type Wanted = { documentIds?: readonly string[] | undefined; documents: boolean; mutations: boolean }

/** What a transaction did. */
export function listChanges(database: DatabaseSync, sequence: number, wanted: Wanted): Change[] {
  const { documentIds, documents, mutations } = wanted
  const columns = [documents && 'before, after', mutations && 'mutations'].filter(Boolean)
  const rows = database
    .prepare(
      `SELECT ${['document_id', ...columns].join(', ')} FROM changes
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

export type Moment = { sequence: number } | { time: string } | 'last'

/** A document as it was then; for `last` as it was when it last was there. */
export function findDocumentAt(
  database: DatabaseSync,
  documentId: string,
  moment: Moment,
): LakeDocument | undefined {
  const [condition, value] =
    moment === 'last'
      ? ['after IS NOT NULL AND ? IS NULL', null]
      : 'sequence' in moment
        ? ['sequence <= ?', moment.sequence]
        : ['timestamp <= ?', moment.time]
  const row = database
    .prepare(
      `SELECT after FROM changes JOIN transactions USING (sequence)
       WHERE document_id = ? AND ${condition} ORDER BY sequence DESC LIMIT 1`,
    )
    .get(documentId, value)
  return fromJson(row?.after)
}

function fromJson(value: unknown): LakeDocument | undefined {
  return typeof value === 'string' ? (JSON.parse(value) as LakeDocument) : undefined
}

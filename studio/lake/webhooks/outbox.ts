import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { toJson } from '../store/open-database.ts'
import { type Change, type Operation, operationOf, type Transaction } from '../store/types.ts'

/** A change to deliver to a webhook. Times are milliseconds since 1970. */
export type Delivery = {
  id: number
  hookId: string
  idempotencyKey: string
  transactionId: string
  transactionTime: string
  documentId: string
  operation: Operation
  /** JSON of the document, or null; so is `after`. */
  before: string | null
  after: string | null
  firstAttemptAt: number | null
  attempts: number
  /** The receiver may have this change already, or one that was merged into it. */
  wasAttempted: boolean
}

/** Changes of one document in a delivery. */
const maxMerged = 100

const tables = `
  CREATE TABLE IF NOT EXISTS webhook_deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hookId TEXT NOT NULL,
    idempotencyKey TEXT NOT NULL,
    transactionId TEXT NOT NULL,
    transactionTime TEXT NOT NULL,
    documentId TEXT NOT NULL,
    operation TEXT NOT NULL,
    before TEXT,
    after TEXT,
    firstAttemptAt INTEGER,
    attempts INTEGER NOT NULL DEFAULT 0,
    transactionSize INTEGER NOT NULL DEFAULT 1
  ) STRICT;
  CREATE INDEX IF NOT EXISTS webhook_deliveries_by_urgency
    ON webhook_deliveries (hookId, transactionSize, id DESC, documentId);
  CREATE INDEX IF NOT EXISTS webhook_deliveries_by_document ON webhook_deliveries (hookId, documentId, id);
`

export type Outbox = ReturnType<typeof openOutbox>

/** The pending deliveries, in the store's database: they are committed together with the change. */
export function openOutbox(database: DatabaseSync) {
  database.exec(tables)
  const insert = database.prepare(
    `INSERT INTO webhook_deliveries
       (hookId, idempotencyKey, transactionId, transactionTime, documentId, operation, before, after, transactionSize)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const selectDocument = database.prepare(
    `SELECT documentId FROM webhook_deliveries
     WHERE hookId = ? AND documentId NOT IN (SELECT value FROM json_each(?))
     ORDER BY transactionSize, id DESC LIMIT 1`,
  )
  const selectDeliveries = database.prepare(
    `SELECT * FROM webhook_deliveries WHERE hookId = ? AND documentId = ? ORDER BY id LIMIT ${maxMerged}`,
  )
  const update = database.prepare(
    `UPDATE webhook_deliveries SET attempts = attempts + 1, firstAttemptAt = coalesce(firstAttemptAt, ?)
     WHERE hookId = ? AND documentId = ? AND id <= ?`,
  )
  const deleteRows = database.prepare(
    'DELETE FROM webhook_deliveries WHERE hookId = ? AND documentId = ? AND id <= ?',
  )
  const deleteOtherRows = database.prepare(
    'DELETE FROM webhook_deliveries WHERE hookId NOT IN (SELECT value FROM json_each(?))',
  )

  return {
    /** Adds a delivery for each change. Call it in the transaction of the changes. */
    add(hookId: string, changes: readonly Change[], { id, timestamp }: Transaction) {
      for (const change of changes) {
        const { documentId, before, after } = change
        const [was, is] = [toJson(before), toJson(after)]
        const operation = operationOf(change)
        insert.run(hookId, randomUUID(), id, timestamp, documentId, operation, was, is, changes.length)
      }
    },
    /**
     * The next delivery of a document that is not in `excluded`. Small transactions come first, then the newest, so
     * that a single publish overtakes a bulk change.
     */
    next(hookId: string, excluded: readonly string[]): Delivery | undefined {
      const row = selectDocument.get(hookId, JSON.stringify(excluded))
      return row && merge(selectDeliveries.all(hookId, String(row.documentId)) as unknown as Delivery[])
    },
    recordAttempt: ({ id, hookId, documentId }: Delivery, at: number) =>
      update.run(at, hookId, documentId, id),
    /** Includes the deliveries that were merged into it. */
    delete: ({ id, hookId, documentId }: Delivery) => deleteRows.run(hookId, documentId, id),
    deleteOthers: (hookIds: readonly string[]) => deleteOtherRows.run(JSON.stringify(hookIds)),
  }
}

/** The oldest delivery of a document. Updates that follow a create or update are merged into it. */
function merge([oldest, ...later]: Delivery[]): Delivery | undefined {
  if (oldest === undefined) return undefined
  const end = later.findIndex(({ operation }) => operation !== 'update')
  const updates = end === -1 ? later : later.slice(0, end)
  const newest = oldest.operation === 'delete' ? oldest : (updates.at(-1) ?? oldest)
  const { operation, before, attempts } = oldest
  return { ...newest, operation, before, wasAttempted: attempts > 0 }
}

import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Transaction } from '../store/types.ts'
import type { Operation } from './settings.ts'

/** A change that a webhook may have to tell of. Times are milliseconds since 1970. */
export type Delivery = {
  id: number
  hookId: string
  idempotencyKey: string
  transactionId: string
  transactionTime: string
  documentId: string
  operation: Operation
  /** JSON of the document, or null. */
  before: string | null
  after: string | null
  firstAttemptAt: number | null
  attempts: number
}

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
    attempts INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX IF NOT EXISTS webhook_deliveries_by_hook ON webhook_deliveries (hookId, id);
`

export type Outbox = {
  /** To be called inside the transaction that makes the change. */
  add: (hookId: string, operation: Operation, change: Transaction['changes'][number], of: Transaction) => void
  /** The oldest delivery of a webhook that is not done. */
  next: (hookId: string) => Delivery | undefined
  noteAttempt: (id: number, at: number) => void
  finish: (id: number) => void
  /** Drops what waits for webhooks other than these. */
  keepOnly: (hookIds: readonly string[]) => void
  /** How many wait. */
  count: (hookId: string) => number
}

/** The changes that are still to be told, in the store's own database: they commit with the change itself. */
export function openOutbox(database: DatabaseSync): Outbox {
  database.exec(tables)
  const insert = database.prepare(
    `INSERT INTO webhook_deliveries
       (hookId, idempotencyKey, transactionId, transactionTime, documentId, operation, before, after)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const selectNext = database.prepare('SELECT * FROM webhook_deliveries WHERE hookId = ? ORDER BY id LIMIT 1')
  const update = database.prepare(
    'UPDATE webhook_deliveries SET attempts = attempts + 1, firstAttemptAt = coalesce(firstAttemptAt, ?) WHERE id = ?',
  )
  const remove = database.prepare('DELETE FROM webhook_deliveries WHERE id = ?')
  const removeOthers = database.prepare(
    'DELETE FROM webhook_deliveries WHERE hookId NOT IN (SELECT value FROM json_each(?))',
  )
  const selectCount = database.prepare('SELECT count(*) AS count FROM webhook_deliveries WHERE hookId = ?')
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
  return {
    add: (hookId, operation, { documentId, before, after }, { id, timestamp }) =>
      void insert.run(hookId, randomUUID(), id, timestamp, documentId, operation, json(before), json(after)),
    next: (hookId) => selectNext.get(hookId) as Delivery | undefined,
    noteAttempt: (id, at) => void update.run(at, id),
    finish: (id) => void remove.run(id),
    keepOnly: (hookIds) => void removeOthers.run(JSON.stringify(hookIds)),
    count: (hookId) => Number(selectCount.get(hookId)?.['count']),
  }
}

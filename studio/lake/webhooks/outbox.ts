import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { operationOf } from '../mutations/results.ts'
import type { Change, Transaction } from '../store/types.ts'
import type { Operation } from './settings.ts'

/** A change that a webhook may have to deliver. Times are milliseconds since 1970. */
export type Delivery = {
  id: number
  hookId: string
  idempotencyKey: string
  transactionId: string
  transactionTime: string
  documentId: string
  documentType: string
  operation: Operation
  /** JSON of the document, or null. */
  before: string | null
  after: string | null
  firstAttemptAt: number | null
  attempts: number
  /** The receiver may already have this change, or a change that this one replaces. */
  wasAttempted: boolean
}

/** Bounds the search for another type: fewer small transactions arrive before the next search. */
const LOOKED_AT = 1_000

type Row = Omit<Delivery, 'wasAttempted'>

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
`

/** Files of earlier versions lack these columns. `transactionSize` counts the deliveries of the transaction. */
const addColumns = `
  ALTER TABLE webhook_deliveries ADD COLUMN documentType TEXT NOT NULL DEFAULT '';
  ALTER TABLE webhook_deliveries ADD COLUMN transactionSize INTEGER NOT NULL DEFAULT 1;
  DROP INDEX IF EXISTS webhook_deliveries_by_hook;
`

const indexes = `
  CREATE INDEX IF NOT EXISTS webhook_deliveries_by_urgency
    ON webhook_deliveries (hookId, transactionSize, id DESC, documentType, documentId);
  CREATE INDEX IF NOT EXISTS webhook_deliveries_by_document ON webhook_deliveries (hookId, documentId, id);
`

export type Outbox = {
  /** Adds one delivery for each change. Call it inside the transaction that makes the changes. */
  add: (hookId: string, changes: readonly Change[], of: Transaction) => void
  /**
   * The next delivery, of a document that is not `held`. A single publish must overtake a bulk change: first come the
   * types of which none is `running`, then small transactions, then the newest. A create or update is merged with the
   * updates that follow it.
   */
  next: (
    hookId: string,
    besides: { held: readonly string[]; running: readonly string[] },
  ) => Delivery | undefined
  noteAttempt: (delivery: Delivery, at: number) => void
  /** Removes the delivery, with those that were merged into it. */
  finish: (delivery: Delivery) => void
  /** Drops the deliveries of all other webhooks. */
  keepOnly: (hookIds: readonly string[]) => void
  /** The number of deliveries that wait. */
  count: (hookId: string) => number
}

/** The deliveries that wait, in the store's own database: they are committed together with the change itself. */
export function openOutbox(database: DatabaseSync): Outbox {
  database.exec(tables)
  const columns = database.prepare('PRAGMA table_info (webhook_deliveries)').all()
  if (!columns.some(({ name }) => name === 'transactionSize')) database.exec(addColumns)
  database.exec(indexes)
  const insert = database.prepare(
    `INSERT INTO webhook_deliveries
       (hookId, idempotencyKey, transactionId, transactionTime, documentId, operation, before, after,
        documentType, transactionSize)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const selectDocument = database.prepare(
    `SELECT documentId FROM (
       SELECT documentId, documentType, transactionSize, id FROM webhook_deliveries
       WHERE hookId = ? AND documentId NOT IN (SELECT value FROM json_each(?))
       ORDER BY transactionSize, id DESC LIMIT ${LOOKED_AT}
     )
     ORDER BY documentType IN (SELECT value FROM json_each(?)), transactionSize, id DESC LIMIT 1`,
  )
  const selectOldest = database.prepare(
    'SELECT * FROM webhook_deliveries WHERE hookId = ? AND documentId = ? ORDER BY id LIMIT 1',
  )
  const selectLastUpdate = database.prepare(
    `SELECT * FROM webhook_deliveries
     WHERE hookId = :hookId AND documentId = :documentId AND id > :id AND id < coalesce((
       SELECT min(id) FROM webhook_deliveries
       WHERE hookId = :hookId AND documentId = :documentId AND id > :id AND operation <> 'update'
     ), 9e18)
     ORDER BY id DESC LIMIT 1`,
  )
  const update = database.prepare(
    `UPDATE webhook_deliveries SET attempts = attempts + 1, firstAttemptAt = coalesce(firstAttemptAt, ?)
     WHERE hookId = ? AND documentId = ? AND id <= ?`,
  )
  const remove = database.prepare(
    'DELETE FROM webhook_deliveries WHERE hookId = ? AND documentId = ? AND id <= ?',
  )
  const removeOthers = database.prepare(
    'DELETE FROM webhook_deliveries WHERE hookId NOT IN (SELECT value FROM json_each(?))',
  )
  const selectCount = database.prepare('SELECT count(*) AS count FROM webhook_deliveries WHERE hookId = ?')

  function readDelivery(hookId: string, documentId: string): Delivery {
    const oldest = selectOldest.get(hookId, documentId) as Row
    const { id, operation, before } = oldest
    const last = operation === 'delete' ? undefined : selectLastUpdate.get({ hookId, documentId, id })
    const newest = (last as Row | undefined) ?? oldest
    return { ...newest, operation, before, wasAttempted: oldest.attempts > 0 }
  }

  return {
    add(hookId, changes, { id, timestamp }) {
      for (const change of changes) {
        const { documentId, before, after } = change
        const type = (after ?? before)?._type ?? ''
        const key = randomUUID()
        const content = [toJson(before), toJson(after)] as const
        insert.run(
          hookId,
          key,
          id,
          timestamp,
          documentId,
          operationOf(change),
          ...content,
          type,
          changes.length,
        )
      }
    },
    next(hookId, { held, running }) {
      const row = selectDocument.get(hookId, JSON.stringify(held), JSON.stringify(running))
      return row && readDelivery(hookId, String(row.documentId))
    },
    noteAttempt: ({ id, hookId, documentId }, at) => void update.run(at, hookId, documentId, id),
    finish: ({ id, hookId, documentId }) => void remove.run(hookId, documentId, id),
    keepOnly: (hookIds) => void removeOthers.run(JSON.stringify(hookIds)),
    count: (hookId) => Number(selectCount.get(hookId)?.['count']),
  }
}

function toJson(document: unknown): string | null {
  return document === undefined ? null : JSON.stringify(document)
}

import type { DatabaseSync } from 'node:sqlite'

/** One attempt to deliver, for whoever wonders why a webhook did not come. Times are milliseconds. */
export type Attempt = {
  hookId: string
  idempotencyKey: string
  documentId: string
  operation: string
  at: number
  duration: number
  /** The answer's status; null where there was none. */
  status: number | null
  failure: string | null
  /** What follows: nothing more, another attempt, or none any more. */
  outcome: 'delivered' | 'retried' | 'given up'
}

const tables = `
  CREATE TABLE IF NOT EXISTS webhook_attempts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hookId TEXT NOT NULL,
    idempotencyKey TEXT NOT NULL,
    documentId TEXT NOT NULL,
    operation TEXT NOT NULL,
    at INTEGER NOT NULL,
    duration INTEGER NOT NULL,
    status INTEGER,
    failure TEXT,
    outcome TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS webhook_attempts_by_hook ON webhook_attempts (hookId, id);
`

/** How many attempts of a webhook are remembered. */
const mostRemembered = 500

export type AttemptLog = {
  add: (attempt: Attempt) => void
  /** The latest first. */
  list: (hookId: string, limit?: number) => Attempt[]
}

export function openAttemptLog(database: DatabaseSync): AttemptLog {
  database.exec(tables)
  const insert = database.prepare(
    `INSERT INTO webhook_attempts
       (hookId, idempotencyKey, documentId, operation, at, duration, status, failure, outcome)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const forget = database.prepare(
    `DELETE FROM webhook_attempts WHERE hookId = ? AND id <=
       (SELECT id FROM webhook_attempts WHERE hookId = ? ORDER BY id DESC LIMIT 1 OFFSET ${mostRemembered})`,
  )
  const select = database.prepare('SELECT * FROM webhook_attempts WHERE hookId = ? ORDER BY id DESC LIMIT ?')
  return {
    add({ hookId, idempotencyKey, documentId, operation, at, duration, status, failure, outcome }) {
      insert.run(hookId, idempotencyKey, documentId, operation, at, duration, status, failure, outcome)
      forget.run(hookId, hookId)
    },
    list: (hookId, limit = 100) => select.all(hookId, limit) as Attempt[],
  }
}

import { createHash, randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import type { DatabaseSync } from 'node:sqlite'

const hour = 3_600_000
const codeLifetimeMs = 24 * hour
export const sessionLifetimeMs = 30 * 24 * hour

const tables = `
  CREATE TABLE IF NOT EXISTS studio_codes (hash TEXT PRIMARY KEY, expires_at INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS studio_sessions (hash TEXT PRIMARY KEY, expires_at INTEGER NOT NULL) STRICT;
`

export type Sessions = {
  /** A code of 256 bits, in hexadecimal. It starts one session within 24 hours. */
  createCode: () => string
  /** Exchanges a code for the secret of a new session; undefined if it is unknown, used or expired. */
  redeem: (code: string) => string | undefined
  /** Whether the secret is of a session, which lasts 30 days. `endAll` closes the connection that uses it. */
  accept: (secret: string, connection: Socket) => boolean
  /** Ends all sessions, with their connections, and all unused codes. */
  endAll: () => void
}

/** Sessions of the Studio. They outlive the process. Only hashes of codes and secrets are stored. */
export function openSessions(database: DatabaseSync, now: () => number = Date.now): Sessions {
  database.exec(tables)
  const statements = {
    deleteExpired: ['studio_codes', 'studio_sessions'].map((table) =>
      database.prepare(`DELETE FROM ${table} WHERE expires_at <= ?`),
    ),
    insertCode: database.prepare('INSERT INTO studio_codes (hash, expires_at) VALUES (?, ?)'),
    deleteCode: database.prepare('DELETE FROM studio_codes WHERE hash = ? AND expires_at > ?'),
    insertSession: database.prepare('INSERT INTO studio_sessions (hash, expires_at) VALUES (?, ?)'),
    findSession: database.prepare('SELECT 1 FROM studio_sessions WHERE hash = ? AND expires_at > ?'),
  }
  const connections = new Set<Socket>()

  return {
    createCode() {
      for (const statement of statements.deleteExpired) statement.run(now())
      const code = randomBytes(32).toString('hex')
      statements.insertCode.run(hashOf(code), now() + codeLifetimeMs)
      return code
    },
    redeem(code) {
      // The deletion decides: of simultaneous requests with the same code, one finds it.
      if (statements.deleteCode.run(hashOf(code), now()).changes === 0) return undefined
      const secret = randomBytes(32).toString('hex')
      statements.insertSession.run(hashOf(secret), now() + sessionLifetimeMs)
      return secret
    },
    accept(secret, connection) {
      if (!statements.findSession.get(hashOf(secret), now())) return false
      if (!connections.has(connection)) connection.once('close', () => connections.delete(connection))
      connections.add(connection)
      return true
    },
    endAll() {
      database.exec('DELETE FROM studio_codes; DELETE FROM studio_sessions')
      for (const connection of connections) connection.destroy()
    },
  }
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

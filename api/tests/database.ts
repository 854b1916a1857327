import { randomBytes } from 'node:crypto'
import { inject, onTestFinished } from 'vitest'
import type { RegisterCleanup } from './server-process.ts'
import { connect, type Database, openDatabase } from '../database/open.ts'

/** A new database, and a function that drops it. */
async function createDatabase(template: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const admin = connect(inject('postgresUrl'), { max: 1 })
  const name = `test_${randomBytes(6).toString('hex')}`
  await admin`create database ${admin(name)} template ${admin(template)}`
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: async () => {
      // Not `with (force)`: it needs permission to end every process, even autovacuum's, which only a superuser has.
      // Without it, Postgres ends autovacuum itself and waits some seconds for closing connections.
      await admin`drop database if exists ${admin(name)}`
      await admin.end()
    },
  }
}

async function openCopy(
  template: string,
  onEnd: RegisterCleanup = onTestFinished,
): Promise<{ sql: Database; url: string }> {
  const { url, drop } = await createDatabase(template)
  const sql = openDatabase(url)
  onEnd(async () => {
    await sql.end({ timeout: 1 })
    await drop()
  })
  return { sql, url }
}

/** A pool on an empty database. `onEnd` registers the cleanup, by default for the end of the test. */
export function openEmptyDatabase(onEnd?: RegisterCleanup): Promise<{ sql: Database; url: string }> {
  return openCopy('template1', onEnd)
}

/** Reads and writes of the table wait until the returned function is called, or until the test ends. */
export async function lockTable(sql: Database, table: string): Promise<() => Promise<void>> {
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  onTestFinished(() => released.resolve())
  const locking = sql.begin(async (transaction) => {
    await transaction`lock table ${transaction(table)} in access exclusive mode`
    locked.resolve()
    await released.promise
  })
  await locked.promise
  return async () => {
    released.resolve()
    await locking
  }
}

/**
 * Statements in this database that wait for a lock: the counts of the board, which every start begins, or all others.
 * Not from `pg_locks`: a table has the same `relation` in all test databases.
 */
export const listWaiting = (sql: Database, kind: 'board count' | 'other') => sql<Array<{ pid: number }>>`
  select pid from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'
  and (query like '%group by category_slug%') = ${kind === 'board count'}
`

/** A pool on a database with the whole schema, which is dropped after the test. */
export function openTestDatabase(): Promise<{ sql: Database; url: string }> {
  return openCopy(inject('migratedDatabase'))
}

import pTimeout from 'p-timeout'
import type { ISql } from 'postgres'
import { heavyRead } from '../runtime/observe.ts'
import { OperatorError } from '../runtime/operator.ts'
import type { Problems } from '../runtime/problems.ts'
import { repeat } from '../runtime/repeat.ts'
import { type Database, openDatabase, type Transaction } from './open.ts'

/** The database, or a transaction on the replica. */
export type AnyServer = Database | Transaction

/** Runs a read that costs much. It may run twice. */
export type ReadHeavy = <Value>(read: (sql: AnyServer) => Promise<Value>) => Promise<Value>

export type Replica = Awaited<ReturnType<typeof openReplica>>

type Options = {
  url: string
  primary: Database
  /** Counts the changes that this process knows of. */
  countChanges: () => number
  problems: Pick<Problems, 'report' | 'resolve'>
  /** Milliseconds for which a read waits for the replica. */
  patience?: number
}

/** Milliseconds: between two checks, and from when on a replica that is behind is a problem. */
const [interval, behindFor] = [1_000, 60_000]
/** Milliseconds after a failed read in which none asks the replica. */
const rest = 5_000
/** Milliseconds. Bounds how old a read can be while changes are not announced. */
const maxAge = 1_000

export const notReplica =
  'The server at DATABASE_REPLICA_URL is no replica of the database, or no longer: name its replica, or remove the setting'

/**
 * A streaming replica for heavy reads. It gets a read only if it has applied all that was logged before the database
 * was asked, which is after the last change that this process knows of: so an answer from it is as current as one from
 * the database, which does all other reads. Throws OperatorError if the server is no replica.
 */
export async function openReplica({ url, primary, countChanges, problems, patience = 1_000 }: Options) {
  await using opened = new AsyncDisposableStack()
  const replica = openDatabase(url)
  opened.defer(() => replica.end({ timeout: 1 }))
  let lag: number | undefined
  let restsUntil = 0
  /** The position at the last check, and when the replica last had applied all up to the one before. */
  let [checked, followedAt] = [0, performance.now()]
  /** For good: once it has followed another server, it may have lost changes of the database. */
  let isForeign = false
  let needed: { changes: number; readAt: number; position: Promise<number> } | undefined

  function findNeeded(): Promise<number> {
    const [changes, readAt] = [countChanges(), performance.now()]
    if (needed?.changes !== changes || readAt - needed.readAt > maxAge)
      needed = { changes, readAt, position: readPrimary(primary).then(({ position }) => position) }
    return needed.position
  }

  /** Undefined if it is behind. */
  async function readThere<Value>(read: (sql: AnyServer) => Promise<Value>) {
    const position = await findNeeded()
    let done: { value: Value } | undefined
    // In one connection: after a crash, a replica begins at an earlier position.
    await replica.begin('read only', async (sql) => {
      const applied = await readApplied(sql)
      if (applied === null || applied < position) return
      const value = await read(sql)
      if (await isAhead(applied, position, primary)) isForeign = true
      else done = { value }
    })
    return done
  }

  async function tryThere<Value>(read: (sql: AnyServer) => Promise<Value>) {
    if (isForeign || lag === undefined || performance.now() < restsUntil) return undefined
    try {
      return await pTimeout(readThere(read), { milliseconds: patience })
    } catch {
      restsUntil = performance.now() + rest
      return undefined
    }
  }

  async function check(): Promise<void> {
    const asking = pTimeout(inspectReplica(replica, primary), { milliseconds: patience })
    const state = await asking.catch(({ code, name }: Error & { code?: string }) => code ?? name)
    if (typeof state === 'string') {
      lag = undefined
      const reason = `The replica at DATABASE_REPLICA_URL does not answer (${state}): the database does its work`
      return problems.report('replica', reason)
    }
    isForeign ||= !state.isReplica
    if (isForeign) {
      lag = undefined
      problems.report('replica', notReplica)
      throw new OperatorError(notReplica)
    }
    if (state.applied >= checked) followedAt = performance.now()
    checked = state.position
    lag = state.lag
    if (performance.now() - followedAt > behindFor)
      problems.report('replica', 'The replica has been behind for a minute: the database does its work')
    else problems.resolve('replica')
  }

  await check()
  opened.use(repeat(check, { interval, waits: true }))
  const toClose = opened.move()
  return {
    readHeavy: async <Value>(read: (sql: AnyServer) => Promise<Value>) => {
      const done = await tryThere(read)
      heavyRead.publish({ server: done ? 'replica' : 'database' })
      return done ? done.value : read(primary)
    },
    /** Bytes of the database's log that it has not applied. Undefined while it cannot be used. */
    lag: () => lag,
    [Symbol.asyncDispose]: () => toClose.disposeAsync(),
  }
}

/** `position`: in the log, in bytes, after all changes that can be seen, even those that are not on disk yet. */
type Primary = { cluster: string; name: string; position: number }

async function readPrimary(primary: ISql): Promise<Primary> {
  const [own] = await primary<[Primary]>`
    select system_identifier::text as cluster, current_database() as name,
      (pg_current_wal_insert_lsn() - '0/0')::float8 as position
    from pg_control_system()
  `
  return own
}

/** `applied`: the position up to which it has applied the log; `position`: that of the database just before. */
type ReplicaState = { isReplica: boolean; applied: number; position: number; lag: number }

export async function inspectReplica(replica: ISql, primary: ISql): Promise<ReplicaState> {
  const { cluster, name, position } = await readPrimary(primary)
  const [{ isSame }] = await replica<[{ isSame: boolean }]>`
    select system_identifier::text = ${cluster} and current_database() = ${name} as is_same from pg_control_system()
  `
  const applied = await readApplied(replica)
  const isReplica = isSame && applied !== null && !(await isAhead(applied, position, primary))
  return { isReplica, applied: applied ?? 0, position, lag: Math.max(0, position - (applied ?? 0)) }
}

/** Null if it is no replica. */
async function readApplied(replica: ISql): Promise<number | null> {
  const [state] = await replica<[{ applied: number | null }]>`
    select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::float8 end as applied
  `
  return state.applied
}

/**
 * Whether a server has applied what the database has not written: it then follows another one, which has been promoted.
 * `position`: an earlier one of the database.
 */
async function isAhead(applied: number, position: number, primary: ISql): Promise<boolean> {
  return applied > position && applied > (await readPrimary(primary)).position
}

import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { OperatorError } from '../runtime/operator.ts'
import { connect } from './open.ts'

type Applied = { number: number; name: string; checksum: string }
type Migration = Applied & { text: string }

/** The last of the 28 migrations that 0028_create_schema.sql replaces, and the SHA-256 of the checksums of all. */
export const lastSquashed = '0028_lock_wider_networks.sql'
const squashedDigest = 'fba9bda8ca938e858fd1604ed3211e7d770c93d0a5bcbed730561e7f94def373'

export const firstNumber = 28

const sha256 = (text: string) => hash('sha256', text)

/** Advisory lock: processes that start together take turns. */
const lockKey = 4_210_001

/** The only statement of a file that cannot run in a transaction, and the name of its index. */
const concurrently = /^\s*(?:--[^\n]*\n\s*)*create (?:unique )?index concurrently (\w+) on /i

export const migrationsFolder = new URL('./migrations/', import.meta.url)

/** The migration files in order. Throws OperatorError for a gap, a duplicate number or a stray file. */
export async function readMigrations(folder: URL = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).toSorted()
  return Promise.all(
    names.map(async (name, index) => {
      const number = firstNumber + index
      if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name)) {
        throw new OperatorError(`${name} must be named like a migration: NNNN_verb_phrase.sql`)
      }
      if (Number(name.slice(0, 4)) !== number) {
        throw new OperatorError(
          `${name} should be number ${number}: each number must be used once, with no gaps`,
        )
      }
      const text = await readFile(new URL(name, folder), 'utf8')
      return { number, name, checksum: sha256(text), text }
    }),
  )
}

/**
 * Counts the squashed migrations as the first file, which makes the same schema. Throws OperatorError if the database has
 * only a part of them.
 */
function withoutSquashed(applied: Applied[], files: Migration[]): Applied[] {
  const [first] = files
  if (!first || !applied.some(({ number }) => number < firstNumber)) return applied
  const checksums = applied.slice(0, firstNumber).map(({ checksum }) => checksum)
  if (sha256(checksums.join('\n')) === squashedDigest) return [first, ...applied.slice(firstNumber)]
  throw new OperatorError(
    `The database is at ${applied.at(-1)?.name}, and this version continues from ${lastSquashed}: start the previous version once, then this one`,
  )
}

/** Throws OperatorError if the applied migrations differ from the files. */
function assertNoDrift(applied: Applied[], files: Migration[]) {
  for (const [index, row] of applied.entries()) {
    const file = files[row.number - firstNumber]
    if (!file) {
      throw new OperatorError(
        `${row.name} was applied to this database, but this version does not have it: start the version that applied it, or restore the backup from before`,
      )
    }
    if (file !== files[index]) {
      throw new OperatorError(
        `The database has no record of ${files[index]?.name}, although later migrations were applied`,
      )
    }
    if (file.name !== row.name || file.checksum !== row.checksum) {
      throw new OperatorError(
        `${file.name} was edited after it was applied to this database (as ${row.name})`,
      )
    }
  }
}

/** The names of the missing migrations. Throws as `migrate` does, and the database's error if it has none. */
export async function listMissing(sql: Sql): Promise<string[]> {
  const files = await readMigrations()
  const rows = await sql<Applied[]>`select number, name, checksum from migrations order by number`
  const applied = withoutSquashed(rows, files)
  assertNoDrift(applied, files)
  return files.slice(applied.length).map(({ name }) => name)
}

/** Milliseconds for which a migration waits for a lock: meanwhile, others wait behind it. */
const usualLockTimeout = 2_000
const attempts = 6
/** lock_not_available, deadlock_detected. */
const lockCodes = ['55P03', '40P01']

type Options = {
  /** The name of the last migration to apply. */
  last?: string | undefined
  /** Runs before the first of the missing migrations, whose name it gets; not for an empty database. */
  beforeChange?: ((next: string) => Promise<void>) | undefined
  lockTimeout?: number
  log?: (line: string) => void
}

/** Runs `migrate` on its own connection: a migration may exceed the pool's statement timeout. */
export async function migrateDatabase(url: string, options: Options = {}): Promise<string[]> {
  await using sql = connect(url)
  return await migrate(sql, migrationsFolder, options)
}

/**
 * Applies the missing migrations and returns their names. Each is a transaction, but one that builds an index
 * concurrently. Throws OperatorError for a gap, an edited or an unknown file, and for SQL that fails.
 */
export async function migrate(
  sql: Sql,
  folder = migrationsFolder,
  { last, beforeChange, lockTimeout = usualLockTimeout, log = () => {} }: Options = {},
): Promise<string[]> {
  const files = await readMigrations(folder)
  const connection = await sql.reserve()
  try {
    await connection`set statement_timeout = 0`
    // Asked again and again: an index that another process builds concurrently would wait for a statement that waits.
    const takeLock = () => connection<[{ taken: boolean }]>`select pg_try_advisory_lock(${lockKey}) as taken`
    while (!(await takeLock())[0].taken) await sleep(100)
    await connection`
      create table if not exists migrations (
        number integer primary key,
        name text not null,
        checksum text not null,
        applied_at timestamptz not null default now()
      )
    `
    const rows = await connection<Applied[]>`select number, name, checksum from migrations order by number`
    const applied = withoutSquashed(rows, files)
    assertNoDrift(applied, files)
    const end = last === undefined ? files.length : files.findIndex(({ name }) => name === last) + 1
    const pending = files.slice(applied.length, end)
    if (pending[0] && applied.length > 0) await beforeChange?.(pending[0].name)
    for (const file of pending) await applyPatiently(connection, file, { lockTimeout, log })
    return pending.map((file) => file.name)
  } finally {
    // These fail only if the connection is lost, which also releases the lock.
    await connection`select pg_advisory_unlock(${lockKey})`.catch(() => {})
    await connection`reset all`.catch(() => {})
    connection.release()
  }
}

/** Tries again, with growing pauses, while others hold a lock that the migration needs. */
async function applyPatiently(
  connection: Sql,
  migration: Migration,
  { lockTimeout, log }: Required<Pick<Options, 'lockTimeout' | 'log'>>,
): Promise<void> {
  const { name } = migration
  for (let attempt = 1; ; attempt++) {
    try {
      return await apply(connection, migration, lockTimeout)
    } catch (cause) {
      await connection.unsafe('rollback').catch(() => {})
      const isLocked = lockCodes.includes((cause as { code?: string }).code ?? '')
      const advice = isLocked ? '; end the long transactions in pg_stat_activity, and try again' : ''
      if (!isLocked || attempt === attempts)
        throw new OperatorError(`${name} failed: ${(cause as Error).message}${advice}`, { cause })
      const pause = lockTimeout * 2 ** (attempt - 1)
      log(`${name} waits for another transaction: trying again in ${pause / 1000} s.`)
      await sleep(pause)
    }
  }
}

async function apply(connection: Sql, { number, name, checksum, text }: Migration, lockTimeout: number) {
  const [, index] = concurrently.exec(text) ?? []
  // A concurrent build only waits itself. One that was interrupted left an invalid index.
  await connection.unsafe(index ? 'set lock_timeout = 0' : `begin; set local lock_timeout = ${lockTimeout}`)
  if (index) await connection`drop index concurrently if exists ${connection(index)}`
  await connection.unsafe(text)
  await connection`
    insert into migrations (number, name, checksum)
    values (${number}, ${name}, ${checksum})
  `
  if (!index) await connection.unsafe('commit')
}

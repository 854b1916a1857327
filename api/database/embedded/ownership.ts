import { join } from 'node:path'
import postgres from 'postgres'
import type { PidFile } from './pid-file.ts'

export type Ownership = { sql: postgres.Sql; lost: Promise<void> }

const lockKey = 7_209_184_355

/**
 * An advisory lock is the ownership of the data folder: the server releases it when the connection ends, also that of
 * a killed process. An Error says why no server of this folder answers.
 */
export async function takeOwnership(folder: string, pidFile: PidFile): Promise<Ownership | 'taken' | Error> {
  const { promise: lost, resolve: onclose } = Promise.withResolvers<void>()
  const sql = postgres({
    path: join(pidFile.socketFolder, `.s.PGSQL.${pidFile.port}`),
    username: 'postgres',
    database: 'postgres',
    ssl: false,
    max: 1,
    // postgres.js would replace the connection within the hour.
    max_lifetime: null,
    idle_timeout: 0,
    connect_timeout: 5,
    fetch_types: false,
    connection: { application_name: 'founderlist owner' },
    onnotice: () => {},
    onclose: () => onclose(),
  })
  try {
    // The postmaster.pid of a copied data folder leads to the server of the original.
    const [{ served }] = await sql<[{ served: string }]>`select current_setting('data_directory') as served`
    if (served !== folder) return await leave(sql, new Error(`this is the server of ${served}`))
    const [{ locked }] = await sql<[{ locked: boolean }]>`select pg_try_advisory_lock(${lockKey}) as locked`
    return locked ? { sql, lost } : await leave(sql, 'taken')
  } catch (error) {
    return await leave(sql, error instanceof Error ? error : new Error(String(error)))
  }
}

async function leave<T>(sql: postgres.Sql, result: T): Promise<T> {
  await sql.end({ timeout: 0 })
  return result
}

/** Not a superuser: PostgreSQL reserves connections for superusers, which the launcher needs. Tests create databases. */
export async function ensureDatabase(sql: postgres.Sql, name: string): Promise<void> {
  const roles = await sql`select from pg_roles where rolname = ${name}`
  if (roles.length === 0) await sql`create role ${sql(name)} login createdb`
  const databases = await sql`select from pg_database where datname = ${name}`
  if (databases.length === 0) await sql`create database ${sql(name)} owner ${sql(name)}`
}

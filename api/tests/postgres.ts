import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connect } from '../database/open.ts'
import { startEmbeddedPostgres } from '../database/embedded/start.ts'
import { migrateDatabase } from '../database/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server on which tests create their databases: `DATABASE_URL` if it is set, else an embedded server. */
    postgresUrl: string
    /** The name of the template database with the whole schema. */
    migratedDatabase: string
  }
}

/** One server for all database tests of a run, and one database with the schema that they copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await using cleanUp = new AsyncDisposableStack()
  const url = process.env['DATABASE_URL'] ?? (await startServer(cleanUp))
  const migratedDatabase = `test_migrated_${randomBytes(4).toString('hex')}`
  await makeMigratedDatabase(url, migratedDatabase, cleanUp)
  project.provide('postgresUrl', url)
  project.provide('migratedDatabase', migratedDatabase)
  const later = cleanUp.move()
  return () => later.disposeAsync()
}

async function startServer(cleanUp: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-pg-'))
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }))
  const options = { folder: join(folder, 'postgres') }
  const first = await startEmbeddedPostgres(options)
  const asSuperuser = new URL(first.url)
  asSuperuser.username = 'postgres'
  const sql = connect(asSuperuser.href, { max: 1 })
  // Hundreds of databases are created and dropped here, and none has to survive a crash of the machine.
  await sql`alter system set fsync = off`
  // The default is for one process; here every process that the tests start has a pool. Takes effect at the restart.
  await sql`alter system set max_connections = 200`
  await sql.end()
  await first.stop()
  const server = await startEmbeddedPostgres(options)
  cleanUp.defer(() => server.stop())
  return server.url
}

async function makeMigratedDatabase(url: string, name: string, cleanUp: AsyncDisposableStack): Promise<void> {
  const admin = connect(url, { max: 1 })
  cleanUp.defer(() => admin.end({ timeout: 1 }))
  await admin`create database ${admin(name)}`
  cleanUp.defer(async () => {
    await admin`drop database ${admin(name)}`
  })
  const place = new URL(url)
  place.pathname = `/${name}`
  await migrateDatabase(place.href)
}

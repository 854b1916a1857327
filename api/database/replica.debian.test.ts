import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { findFreePort } from '../../site/e2e/support/free-port.ts'
import { createProblems } from '../runtime/problems.ts'
import { openBlackHole } from '../tests/black-hole.ts'
import { ensureDebianPackages } from '../tests/debian-packages.ts'
import { postOne } from '../tests/manage.ts'
import { pollOptions } from '../tests/poll-options.ts'
import { usePreparedData } from '../tests/prepared-data.ts'
import { runCommand, startServer } from '../tests/server-process.ts'
import { silentLogger } from '../tests/silent-logger.ts'
import { type Pair, startWithReplica } from '../tests/streaming-replica.ts'
import { openDatabase, ping } from './open.ts'
import { openReplica } from './replica.ts'

const copyData = usePreparedData()

let pair: Pair
beforeAll(async () => {
  await ensureDebianPackages('postgresql')
  pair = await startWithReplica()
}, 600_000)
afterAll(() => pair[Symbol.asyncDispose]())

const { PATH } = process.env

/** A site with the replica, which is reached through `hole`. */
async function startSite() {
  const hole = await openBlackHole(pair.replica.url)
  const METRICS_PORT = String(await findFreePort())
  const data = await copyData(['content', 'releases'])
  const databases = { DATABASE_URL: pair.primary.url, DATABASE_REPLICA_URL: hole.url }
  const variables = { ...data, ...databases, METRICS_PORT, SPAM_FILTER: 'log', PATH, POSTS_PER_HOUR: '1000' }
  hole.isSwallowing = true
  const server = await startServer(variables)
  const read = async (path: string) => (await fetch(server.base + path)).text()
  const readMetric = async (name: string) => {
    const text = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()
    const line = text.split('\n').find((each) => each.startsWith(`founderlist_${name} `))
    return Number(line?.split(' ').at(-1))
  }
  return { ...server, hole, variables, read, readMetric }
}

const heavyReads = (server: string) => `heavy_reads_total{server="${server}"}`

it('searches ask the replica, and never show less than the database', async () => {
  const { base, hole, read, readMetric, variables } = await startSite()
  const sql = openDatabase(pair.primary.url)
  onTestFinished(() => sql.end())
  let posts = 0
  /** Posts, and changes by SQL, are found whichever server does the work; then `server` has done some. */
  async function expectCurrent(server: 'replica' | 'database'): Promise<void> {
    const before = await readMetric(heavyReads(server))
    await expect
      .poll(async () => {
        const title = `Chair ${posts++}`
        const { id } = await postOne(base, { title })
        expect(await read(`/api/search?q=${encodeURIComponent(title)}`)).toContain(id)
        expect(await read(`/search.json?q=${encodeURIComponent(title)}`)).toContain(id)
        expect(await read(`/?q=${encodeURIComponent(title)}`)).toContain(`/listing/${id}`)
        await sql`update listings set title = ${`Table ${title}`} where id = ${id}`
        const isFound = async () =>
          (await read(`/api/search?q=${encodeURIComponent(`Table ${title}`)}`)).includes(id)
        await vi.waitUntil(isFound, pollOptions)
        return (await readMetric(heavyReads(server))) > before
      }, pollOptions)
      .toBe(true)
  }
  const listProblems = () => read('/api/health')
  const away = 'The replica at DATABASE_REPLICA_URL does not answer'
  expect(await listProblems()).toContain(away)
  await expectCurrent('database')
  hole.isSwallowing = false
  await expectCurrent('replica')
  expect(await readMetric('replica_lag_bytes')).toBeGreaterThanOrEqual(0)
  expect((await runCommand('doctor.ts', [], variables)).stdout).toContain('✔ replica: follows the database, ')

  await pair.replica.asSuperuser`select pg_wal_replay_pause()`
  await expectCurrent('database')
  await expect.poll(() => readMetric('replica_lag_bytes'), pollOptions).toBeGreaterThan(0)
  await pair.replica.asSuperuser`select pg_wal_replay_resume()`
  await expectCurrent('replica')

  hole.isSwallowing = true
  await expectCurrent('database')
  await expect.poll(listProblems, pollOptions).toContain(away)
  hole.isSwallowing = false
  await expectCurrent('replica')

  await pair.replica.kill()
  await expectCurrent('database')
  await expect.poll(() => readMetric('replica_lag_bytes'), pollOptions).toBe(-1)
  expect((await runCommand('doctor.ts', [], variables)).stdout).toContain('✘ replica: ')
  await pair.replica.start()
  await expectCurrent('replica')
  await expect.poll(listProblems, pollOptions).not.toContain(away)
})

it('a read that conflicts with recovery is repeated in the database', async () => {
  const primary = openDatabase(pair.primary.url)
  onTestFinished(() => primary.end())
  await primary`create table looked_at ()`
  await pair.replica.asSuperuser`alter system set max_standby_streaming_delay = 0`
  await pair.replica.asSuperuser`select pg_reload_conf()`
  const { readHeavy, ...opened } = await openReplica({
    url: pair.replica.url,
    primary,
    countChanges: () => 0,
    problems: createProblems(silentLogger),
    patience: 60_000,
  })
  onTestFinished(() => opened[Symbol.asyncDispose]())
  const failures: string[] = []
  const isAsleep = async () =>
    (await pair.replica.asSuperuser`select from pg_stat_activity where wait_event = 'PgSleep'`).length > 0
  const isReplica = async () =>
    readHeavy(async (sql) => {
      const [server] = await sql<[{ is: boolean }]>`select pg_is_in_recovery() as is`
      if (!server.is) return false
      await sql`select from looked_at`
      const waiting = sql`select pg_sleep(60)`.catch((error: Error) => failures.push(error.message))
      // In an idle transaction, the conflict would end the connection.
      await vi.waitUntil(isAsleep, pollOptions)
      await primary`alter table looked_at add column note text`
      await waiting
      await ping(sql)
      return true
    })
  await vi.waitUntil(async () => !(await isReplica()), pollOptions)
  expect(failures).toEqual(['canceling statement due to conflict with recovery'])
})

it('refuses a server that is no replica of the database', async () => {
  const primary = openDatabase(pair.primary.url)
  onTestFinished(() => primary.end())
  const foreign = new URL(pair.replica.url)
  foreign.pathname = '/postgres'
  for (const url of [pair.primary.url, foreign.href]) {
    const problems = createProblems(silentLogger)
    const opening = openReplica({ url, primary, countChanges: () => 0, problems })
    await expect(opening).rejects.toThrow('DATABASE_REPLICA_URL is no replica of the database')
  }
})

it('does not use a server that follows a promoted one', async () => {
  const [primary, promoted] = [openDatabase(pair.primary.url), openDatabase(pair.replica.url)]
  onTestFinished(async () => void (await Promise.all([primary.end(), promoted.end()])))
  await primary`create table notes as select 'true' as text`
  const { url } = await pair.replica.copy()
  const options = { url, primary, countChanges: () => 0, problems: createProblems(silentLogger) }
  const { readHeavy, ...opened } = await openReplica(options)
  onTestFinished(() => opened[Symbol.asyncDispose]())
  const read = () =>
    readHeavy(
      (sql) =>
        sql<{ text: string; isReplica: boolean }[]>`select *, pg_is_in_recovery() as is_replica from notes`,
    )
  const expectReplica = (isReplica: boolean) =>
    expect.poll(read, pollOptions).toEqual([{ text: 'true', isReplica }])
  await expectReplica(true)
  await pair.replica.asSuperuser`select pg_promote()`
  await promoted`create table more as select generate_series(1, 100000)`
  await promoted`update notes set text = 'false'`
  await expectReplica(false)
  const following = openDatabase(url)
  onTestFinished(() => following.end())
  await expect.poll(() => following`select text from notes`, pollOptions).toEqual([{ text: 'false' }])
  await primary`create table others ()`
  for (let round = 0; round < 20; round += 1)
    expect(await read()).toEqual([{ text: 'true', isReplica: false }])
  await expect(openReplica(options)).rejects.toThrow('DATABASE_REPLICA_URL is no replica of the database')
})

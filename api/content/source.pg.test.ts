import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, open, rename, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { findFreePort } from '../../site/e2e/support/free-port.ts'
import { migrateDatabase } from '../database/migrate.ts'
import { createProblems } from '../runtime/problems.ts'
import { startSeededLake } from '../tests/content.ts'
import { openEmptyDatabase, openTestDatabase } from '../tests/database.ts'
import { pollOptions } from '../tests/poll-options.ts'
import { usePreparedData } from '../tests/prepared-data.ts'
import { listingInput, post } from '../tests/serve.ts'
import { silentLogger } from '../tests/silent-logger.ts'
import { runCommand, type ServerProcess, startServer } from '../tests/server-process.ts'
import { createContentClient } from './client.ts'
import { insertContentChange } from './change-queries.ts'
import { findRunningLake } from './content.ts'
import { acceptContentSource } from './source-queries.ts'
import { identifyContent, verifyContent } from './source.ts'

const copyData = usePreparedData()
const event = { _type: 'event', date: '2026-12-01T02:00:00Z', organizers: 'x', location: 'x' }

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-source-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

async function makeData() {
  const { url, sql } = await openEmptyDatabase()
  return { sql, data: { ...(await copyData(['content', 'releases'])), DATABASE_URL: url } }
}

async function connectTo(DATA_DIR: string) {
  const lake = await findRunningLake(join(DATA_DIR, 'content'))
  if (!lake) throw new Error('The Content Lake does not run')
  return createContentClient({
    projectId: 'local',
    dataset: 'production',
    apiHost: `http://127.0.0.1:${lake.port}`,
    token: lake.token,
    perspective: 'published',
  })
}

const listTitles = async ({ base }: ServerProcess) => {
  const events = (await (await fetch(`${base}/api/events`)).json()) as Array<{ title: string }>
  return events.map(({ title }) => title).toSorted()
}
const readHealth = async ({ base }: ServerProcess) => (await fetch(`${base}/api/health`)).json()

async function publish(server: ServerProcess, DATA_DIR: string, title: string): Promise<void> {
  const client = await connectTo(DATA_DIR)
  await client.createOrReplace({ ...event, _id: title, title })
  // Not `expect.poll`, which works only inside a test.
  await vi.waitUntil(async () => (await listTitles(server)).includes(title), pollOptions)
}

async function stop(server: ServerProcess): Promise<void> {
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
}

/** The last line of a server that does not start. */
async function readRefusal(variables: NodeJS.ProcessEnv): Promise<string> {
  const server = await startServer(variables, { waits: false })
  expect(await server.exited).toBe(1)
  expect(server.output()).not.toMatch(/ at .*\.ts:\d+/)
  return server.output().trim().split('\n').at(-1) ?? ''
}

describe('fault 77: a second server with another content source on one database', () => {
  const refusal =
    /^The database belongs to the content (lake:\S+), but this process would use (lake:\S+): .*`npm run content:accept`/

  it('refuses to start in one sentence that names both, and changes nothing', async () => {
    const { data, sql } = await makeData()
    const first = await startServer(data)
    await publish(first, data.DATA_DIR, 'kept')
    const before = await sql`select source, accepted_at from content_source`
    expect(await readRefusal({ DATABASE_URL: data.DATABASE_URL })).toMatch(
      /^\S+\/content holds no content, but the database was filled from it: restore .* `npm run content:accept`/,
    )
    const other = { ...data, ...(await makeOtherContent()) }
    const [, known, given] = refusal.exec(await readRefusal(other)) ?? []
    expect(known).toBe(before[0]?.['source'])
    expect(given).not.toBe(known)
    expect(await runCommand('sync.ts', [], other)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/\nThe database belongs to the content lake:\S+, but .*\n$/),
    })
    expect(await sql`select source, accepted_at from content_source`).toEqual(before)
    expect(await listTitles(first)).toEqual(['kept'])
  })

  it('starts after a word of the operator, and with the same content in another place', async () => {
    const { data } = await makeData()
    await stop(await startServer(data))
    const moved = { ...data, DATA_DIR: join(await makeFolder(), 'moved') }
    await rename(data.DATA_DIR, moved.DATA_DIR)
    await stop(await startServer(moved))
    const other = { ...moved, ...(await makeOtherContent()) }
    expect(await runCommand('accept-content.ts', [], other)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^The database now belongs to the content lake:\S+\. Start the server again\.\n$/,
      ),
    })
    expect(await readRefusal(moved)).toMatch(refusal)
    await cp(join(moved.DATA_DIR, 'releases'), join(other.DATA_DIR, 'releases'), { recursive: true })
    await startServer(other)
  })

  /** A data folder with a Content Lake that another database has. */
  async function makeOtherContent(): Promise<{ DATA_DIR: string }> {
    const DATA_DIR = await makeFolder()
    const { url: DATABASE_URL } = await openEmptyDatabase()
    expect(await runCommand('accept-content.ts', [], { DATABASE_URL, DATA_DIR })).toMatchObject({ code: 0 })
    return { DATA_DIR }
  }

  it('refuses another hosted project', async () => {
    const { url, sql } = await openEmptyDatabase()
    const hosted = (SANITY_PROJECT_ID: string) => ({
      DATABASE_URL: url,
      SANITY_PROJECT_ID,
      SANITY_WEBHOOK_SECRET: 'secret-of-the-tests',
    })
    const first = await startServer(hosted('first'), { waits: false })
    const read = () => sql`select source from content_source`.catch(() => [])
    await expect.poll(read, pollOptions).toEqual([{ source: 'sanity:first/production' }])
    await stop(first)
    expect(await readRefusal(hosted('second'))).toMatch(
      /^The database belongs to the content sanity:first\/production, but this process would use sanity:second\/production: /,
    )
  })

  it('lets one of two start that come at once to a new database', async () => {
    const { url } = await openEmptyDatabase()
    const servers = await Promise.all([1, 2].map(() => startServer({ DATABASE_URL: url }, { waits: false })))
    const refused = await Promise.race(servers.map(async (server) => ({ server, code: await server.exited })))
    expect(refused.code).toBe(1)
    // The later one may find the claim before it makes its Content Lake, or after.
    expect(refused.server.output()).toMatch(
      /\n(?:The database belongs to the content lake:\S+, but|\S+ holds no content, but the database was filled from it)/,
    )
    await servers.find((server) => server !== refused.server)?.waitForOutput('The site: ')
  })
})

it('fault 77: a process stops to publish and sweep once another one has changes of a copy, or other content is accepted', async () => {
  await using lake = await startSeededLake()
  const { sql } = await openTestDatabase()
  const problems = createProblems(silentLogger)
  const content = {
    settings: lake.settings,
    identify: (revision?: string) => identifyContent(lake.settings, revision),
    webhookSecrets: [],
    studioOrigins: [],
    [Symbol.asyncDispose]: async () => {},
  }
  const { assertSource } = await verifyContent(sql, content, problems)
  await assertSource()
  await insertContentChange(sql, {
    delivery: 'of the copy',
    documentId: 'about',
    documentType: 'about',
    operation: 'update',
    revision: 'unknown',
    updatedAt: new Date().toISOString(),
  })
  await expect(assertSource()).rejects.toThrow('is an older copy, or one that runs beside the original')
  await acceptContentSource(sql, 'lake:other')
  await expect(assertSource()).rejects.toThrow('The database belongs to the content lake:other')
  expect(problems.list()).toMatchObject([{ name: 'content' }])
})

type Damage = [what: string, damage: (folder: string) => Promise<unknown>, sentence: RegExp]

const fileOf = (folder: string) => join(folder, 'lake.sqlite')
const overwrite = async (folder: string, share: number, length: number) => {
  await using file = await open(fileOf(folder), 'r+')
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  await file.write(bytes, 0, length, Math.floor((await file.stat()).size * share))
}
const missing =
  /^\S+\/content holds no content, but the database was filled from it: restore .* to begin with new/
const damaged =
  /^The Content Lake's file \S+\/lake\.sqlite is damaged \(.+\): restore .* moved the file away$/

const damages: Damage[] = [
  ['missing', (folder) => rm(folder, { recursive: true }), missing],
  ['empty', (folder) => rm(folder, { recursive: true }).then(() => mkdir(folder)), missing],
  ['half restored', (folder) => rm(fileOf(folder)), missing],
  ['of zero length', (folder) => truncate(fileOf(folder), 0), missing],
  ['damaged in its head', (folder) => overwrite(folder, 0, 200), damaged],
  ['damaged in its middle', (folder) => overwrite(folder, 0.5, 24 * 1024), damaged],
  [
    'cut in half',
    async (folder) => truncate(fileOf(folder), Math.floor((await stat(fileOf(folder))).size / 2)),
    damaged,
  ],
]

describe('content that is lost', () => {
  let filled: { DATA_DIR: string; SITE_URL: string; DATABASE_URL: string }
  let ends: AsyncDisposableStack
  beforeAll(async () => {
    ends = new AsyncDisposableStack()
    const onEnd = (end: () => PromiseLike<void>) => ends.defer(async () => end())
    const { url: DATABASE_URL } = await openEmptyDatabase(onEnd)
    filled = { ...(await copyData(['content', 'releases'], onEnd)), DATABASE_URL }
    await using stopping = new AsyncDisposableStack()
    const server = await startServer(filled, { onEnd: (end) => stopping.defer(async () => end()) })
    await publish(server, filled.DATA_DIR, 'kept')
    await stop(server)
    return () => ends.disposeAsync()
  })

  it.each(damages)(
    'fault 78, 87: %s: the last release and the calendar are served',
    async (_what, damage, sentence) => {
      const DATA_DIR = await makeFolder()
      await cp(filled.DATA_DIR, DATA_DIR, { recursive: true })
      const folder = join(DATA_DIR, 'content')
      await damage(folder)
      const server = await startServer({ ...filled, DATA_DIR })
      const printed = server
        .output()
        .split('\n')
        .filter((line) => sentence.test(line))
      expect(printed).toHaveLength(1)
      expect(server.output()).not.toContain('The Studio: ')
      expect((await fetch(server.base)).status).toBe(200)
      expect(await listTitles(server)).toEqual(['kept'])
      expect(await readHealth(server)).toMatchObject({
        status: 'degraded',
        content: 'away',
        problems: [{ name: 'content', reason: printed[0]?.replaceAll(DATA_DIR, 'DATA_DIR') }],
      })
    },
  )

  it.each(damages.filter(([what]) => /missing|head/.test(what)))(
    'fault 78, 87: %s, without a release: the server does not start until the folder is restored',
    async (_what, damage, sentence) => {
      const DATA_DIR = await makeFolder()
      const folder = join(DATA_DIR, 'content')
      await cp(join(filled.DATA_DIR, 'content'), folder, { recursive: true })
      await damage(folder)
      expect(await readRefusal({ ...filled, DATA_DIR })).toMatch(sentence)
      await cp(join(filled.DATA_DIR, 'content'), folder, { recursive: true })
      const repaired = await startServer({ ...filled, DATA_DIR })
      await expect
        .poll(() => readHealth(repaired), pollOptions)
        .toMatchObject({ status: 'ok', content: 'ok' })
      expect(await listTitles(repaired)).toEqual(['kept'])
    },
  )
})

it('fault 78: an older copy of the content is not used, until it is accepted', async () => {
  const { data } = await makeData()
  const folder = join(data.DATA_DIR, 'content')
  const backup = join(await makeFolder(), 'backup')
  let server = await startServer(data)
  await publish(server, data.DATA_DIR, 'first')
  await stop(server)
  await cp(folder, backup, { recursive: true })
  server = await startServer(data)
  await publish(server, data.DATA_DIR, 'second')
  await stop(server)
  await rm(folder, { recursive: true })
  await promisify(execFile)('cp', ['-a', backup, folder])

  server = await startServer(data)
  expect(server.output()).toMatch(/\nThe content lake:\S+ is an older copy, or .* to use this copy\n/)
  expect(server.output()).not.toContain('The Studio: ')
  expect(await listTitles(server)).toEqual(['first', 'second'])
  await stop(server)
  expect(await runCommand('accept-content.ts', [], data)).toMatchObject({ code: 0 })
  server = await startServer(data)
  await expect.poll(() => listTitles(server), pollOptions).toEqual(['first'])
})

it('fault 78: a new Content Lake is made beside known rows only after the word of the operator', async () => {
  const { data, sql } = await makeData()
  await migrateDatabase(data.DATABASE_URL)
  await sql`insert into content_source (source) values ('lake:lost')`
  await rm(join(data.DATA_DIR, 'content'), { recursive: true })
  expect(await runCommand('accept-content.ts', [], data)).toMatchObject({ code: 0 })
  const server = await startServer(data)
  expect(server.output()).toContain('The Studio: ')
})

it('several processes share the Content Lake of one of them', async () => {
  const { data } = await makeData()
  const owner = { ...data, STUDIO_PORT: String(await findFreePort()) }
  let first = await startServer(owner)
  const CONTENT_FOLDER = join(data.DATA_DIR, 'content')
  const second = await startServer({ ...owner, DATA_DIR: await makeFolder(), CONTENT_FOLDER })
  expect(second.output()).not.toContain('The Studio: ')
  const posted = await post(first.base, listingInput())
  expect((await fetch(second.base + (posted.headers.get('location') ?? ''))).status).toBe(200)

  const expectPrice = async (thousands: number) => {
    const client = await connectTo(data.DATA_DIR)
    await client
      .patch('sponsors')
      .set({ 'tiers[0].price': thousands * 1_000 })
      .commit()
    for (const { base } of [first, second]) {
      const read = async () => (await fetch(`${base}/sponsors`)).text()
      await expect.poll(read, pollOptions).toContain(`$${thousands}K`)
    }
  }
  await expectPrice(175)
  await publish(second, data.DATA_DIR, 'shared')
  await stop(first)
  expect((await fetch(`${second.base}/sponsors`)).status).toBe(200)
  expect(await listTitles(second)).toEqual(['shared'])
  first = await startServer(owner)
  await expectPrice(185)
})

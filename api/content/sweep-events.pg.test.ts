import type { SanityClient } from '@sanity/client'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../database/open.ts'
import { useSeededLake } from '../tests/content.ts'
import { openTestDatabase } from '../tests/database.ts'
import { applyWebhook } from './apply-webhook.ts'
import { createContentClient } from './client.ts'
import { listContentFaults } from './fault-queries.ts'
import { sweepEvents } from './sweep-events.ts'
import { readMessage } from './webhook.ts'

type TestDatabase = Awaited<ReturnType<typeof openTestDatabase>>

const readContent = useSeededLake()
const content = () => createContentClient(readContent())

beforeEach(async () => {
  for (const type of ['event', 'venue', 'programme'])
    await content().delete({ query: '*[_type == $type]', params: { type } })
})

/** A document with the fields of an event and of a venue. */
const compose = (_id: string, fields: { _type?: string } & Record<string, unknown> = {}) => ({
  _id,
  _type: 'event',
  title: _id,
  name: _id,
  date: '2026-12-01T02:00:00Z',
  organizers: 'the community',
  location: 'SHACK15',
  ...fields,
})

async function publish(...documents: Array<ReturnType<typeof compose>>): Promise<void> {
  const transaction = content().transaction()
  for (const document of documents) transaction.createOrReplace(document)
  await transaction.commit()
}

/** Applies a change as a webhook does. */
async function tell(sql: Database, operation: 'update' | 'delete', document: unknown) {
  const after = operation === 'delete' ? null : document
  const body = { operation, projectId: 'local', dataset: 'production', before: document, after }
  const message = readMessage(JSON.stringify(body))
  if (!message) throw new Error('This is not a message')
  return applyWebhook(sql, crypto.randomUUID(), message)
}

/** A content client whose queries are answered by `fetch`. Reads by id go to the real content. */
function answerQueries(fetch: (real: SanityClient, query: string, params: unknown) => Promise<unknown>) {
  const client = content()
  return new Proxy(client, {
    get: (_target, name) => {
      if (name === 'fetch') return (query: string, params: unknown) => fetch(client, query, params)
      const value = client[name as keyof SanityClient]
      return typeof value === 'function' ? value.bind(client) : value
    },
  })
}

/** A content client whose query index stays as it is now, and so lags behind later changes. */
async function lagFromNowOn() {
  const documents = await content().fetch<Array<{ _id: string; _type: string }>>(
    '*[_type in ["event", "venue"]]',
  )
  return answerQueries(async (_real, _query, params) => {
    const { ids, type } = params as { ids?: string[]; type?: string }
    return documents.filter(({ _id, _type }) => (ids ? ids.includes(_id) : _type === type))
  })
}

describe.each([
  { _type: 'event', table: 'events', title: 'title' },
  { _type: 'venue', table: 'venues', title: 'name' },
])('the sweep of each $_type', ({ _type, table, title }) => {
  const titlesOf = async (sql: Database) =>
    (await sql`select ${sql(title)} as title from ${sql(table)} order by title`).map((row) => row['title'])
  const make = (id: string, fields = {}) => compose(id, { _type, ...fields })

  it('adds and removes rows to match the published documents, and then finds nothing to do', async () => {
    const database = await openTestDatabase()
    const { sql } = database
    await sql`
      insert into events (title, date, organizers, location)
      values ('by hand', now(), 'somebody', 'somewhere')
    `
    await sql`insert into venues (id, name) values ('by-hand', 'by hand')`
    await publish(make('a'), make('b'), make('drafts.c'))
    await sweepEvents(database, content())
    expect(await titlesOf(sql)).toEqual(['a', 'b', 'by hand'])
    const readRows = () => sql`select xmin::text, id from ${sql(table)} order by id`
    const rows = await readRows()
    await sweepEvents(database, content())
    expect(await readRows()).toEqual(rows)

    await publish(make('a', { [title]: 'changed' }))
    await content().delete('b')
    await sweepEvents(database, content())
    expect(await titlesOf(sql)).toEqual(['by hand', 'changed'])

    await publish(make('b'))
    await sweepEvents(database, content())
    expect(await titlesOf(sql)).toEqual(['b', 'by hand', 'changed'])
  })

  it('names the documents that are invalid or that the database refuses, and writes the others', async () => {
    const database = await openTestDatabase()
    const { sql } = database
    await sql`alter table ${sql(table)} add constraint no_knitting check (${sql(title)} <> 'knitting')`
    await publish(make('a'), make('b', { [title]: 'knitting' }), make('c', { [title]: '' }), make('d'))
    const swept = await sweepEvents(database, content())
    expect(swept?.faults).toMatchObject([
      { documentId: 'c', reason: `${title} is missing` },
      { documentId: 'b', reason: expect.stringContaining('the database refuses this document: ') },
    ])
    expect(await titlesOf(sql)).toEqual(['a', 'd'])
    const noted = await listContentFaults(sql)
    expect(noted.map(({ documentId }) => documentId)).toEqual(['b', 'c'])
    // A fault that is not fixed keeps the time when it was first seen.
    await sweepEvents(database, content())
    expect(await listContentFaults(sql)).toEqual(noted)

    await publish(make('b'))
    await content().delete('c')
    expect(await sweepEvents(database, content())).toMatchObject({ faults: [] })
    expect(await titlesOf(sql)).toEqual(['a', 'b', 'd'])
    expect(await listContentFaults(sql)).toEqual([])
  })

  it('continues after a document whose id the database refuses', async () => {
    const database = await openTestDatabase()
    await publish(make('a'))
    const unstorable = { ...make('nul\u0000'), _rev: 'r1', _updatedAt: '2026-11-21T12:00:00Z' }
    const client = answerQueries(async (real, query, params) => {
      const { ids, type } = params as { ids?: string[]; type?: string }
      const found = await real.fetch<unknown[]>(query, params as Record<string, unknown>)
      return (ids ? ids.includes(unstorable._id) : type === _type) ? [unstorable, ...found] : found
    })
    expect(await sweepEvents(database, client)).toMatchObject({ faults: [{ documentId: unstorable._id }] })
    expect(await titlesOf(database.sql)).toEqual(['a'])
  })

  it('keeps a row and a fault that were published a moment ago, though the index lags behind', async () => {
    const database = await openTestDatabase()
    const { sql } = database
    const lagging = await lagFromNowOn()
    await publish(make('new'), make('faulty', { [title]: '' }))
    await tell(sql, 'update', await content().getDocument('new'))
    await tell(sql, 'update', await content().getDocument('faulty'))
    await sweepEvents(database, lagging)
    expect(await titlesOf(sql)).toEqual(['new'])
    expect(await listContentFaults(sql)).toMatchObject([{ documentId: 'faulty' }])
  })

  it('restores a row whose removal was announced although it is published', async () => {
    const database = await openTestDatabase()
    const { sql } = database
    await publish(make('a'))
    await sweepEvents(database, content())
    await tell(sql, 'delete', await content().getDocument('a'))
    expect(await titlesOf(sql)).toEqual([])
    await sweepEvents(database, content())
    expect(await titlesOf(sql)).toEqual(['a'])
  })

  it.each([
    [
      'a webhook',
      async ({ sql }: TestDatabase, document: unknown) => void (await tell(sql, 'delete', document)),
    ],
    ['a sweep', async (database: TestDatabase) => void (await sweepEvents(database, content()))],
  ])(
    'fault 9: does not bring back what %s has removed, though the index lags behind and an update is late',
    async (_what, remove) => {
      const database = await openTestDatabase()
      const { sql } = database
      await publish(make('a'), make('b'))
      await sweepEvents(database, content())
      const lagging = await lagFromNowOn()
      const removed = await content().getDocument('a')
      await content().delete('a')
      await remove(database, removed)
      await tell(sql, 'update', { ...removed, _rev: 'late' })
      await sweepEvents(database, lagging)
      expect(await titlesOf(sql)).toEqual(['b'])
    },
  )
})

it('counts events only', async () => {
  const database = await openTestDatabase()
  await publish(compose('a'), compose('b'), compose('pier', { _type: 'venue' }))
  expect(await sweepEvents(database, content())).toEqual({ published: 2, written: 2, removed: 0, faults: [] })
  await content().delete('b')
  await content().delete('pier')
  expect(await sweepEvents(database, content())).toMatchObject({ published: 1, written: 0, removed: 1 })
})

it('fault 23: runs in one process at a time', async () => {
  const database = await openTestDatabase()
  await publish(compose('a'))
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = answerQueries(async (real, query, params) => {
    asked.resolve()
    await answer.promise
    return real.fetch(query, params as Record<string, unknown>)
  })
  const first = sweepEvents(database, slow)
  await asked.promise
  // The lock has a connection of its own, as in another process.
  expect(await sweepEvents(database, content())).toBeUndefined()
  answer.resolve()
  expect(await first).toMatchObject({ written: 1 })
  expect(await sweepEvents(database, content())).toMatchObject({ written: 0, removed: 0 })
})

it('holds no transaction and no row lock while it queries the content', async () => {
  const database = await openTestDatabase()
  const { sql } = database
  await publish(...Array.from({ length: 101 }, (_, number) => compose(`event-${number}`)))
  const open: unknown[] = []
  const outcomes: string[] = []
  const client = answerQueries(async (real, query, params) => {
    open.push(
      ...(await sql`
        select pid from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'
      `),
    )
    const [row] = await sql<Array<{ contentId: string }>>`select content_id from events limit 1`
    if (row) {
      const changed = await content().patch(row.contentId).set({ title: 'changed meanwhile' }).commit()
      outcomes.push((await tell(sql, 'update', changed)).outcome)
    }
    return real.fetch(query, params as Record<string, unknown>)
  })
  expect(await sweepEvents(database, client)).toMatchObject({ written: 101 })
  expect(open).toEqual([])
  // Only the read of the second batch finds rows.
  expect(outcomes).toEqual(['taken'])
  expect(await sql`select title from events`).toContainEqual({ title: 'changed meanwhile' })
})

it('ends, and can run again, when the connection that holds its lock is cut', async () => {
  const database = await openTestDatabase()
  const { sql } = database
  await publish(compose('a'))
  const client = answerQueries(async (real, query, params) => {
    await sql`
      select pg_terminate_backend(pg_locks.pid)
      from pg_locks
      join pg_database on pg_database.oid = pg_locks.database
      where locktype = 'advisory' and objid = 4210004 and datname = current_database()
    `
    return real.fetch(query, params as Record<string, unknown>)
  })
  await sweepEvents(database, client)
  await sql`delete from events`
  expect(await sweepEvents(database, content())).toMatchObject({ removed: 0 })
  expect(await sql`select title from events`).toEqual([{ title: 'a' }])
})

it('the sweep adds, moves and removes the dates of the programme, however many at once', async () => {
  const database = await openTestDatabase()
  const { sql } = database
  const days = async () =>
    (
      await sql<Array<{ day: string }>>`
        select content_id || ' ' || to_char(date at time zone 'America/Los_Angeles', 'YYYY-MM-DD') as day
        from events
        order by date
      `
    ).map(({ day }) => day)
  const save = (dates: object) => publish({ ...compose('programme', { _type: 'programme' }), ...dates })
  const demoDays = Array.from({ length: 8 }, (_, index) => `2027-03-1${index}`)
  await save({ opens: '2026-03-08', demoDays })
  await sweepEvents(database, content())
  expect(await days()).toHaveLength(9)
  const rows = () => sql`select xmin::text, id from events order by id`
  const before = await rows()
  await sweepEvents(database, content())
  expect(await rows()).toEqual(before)

  await save({ opens: '2026-03-09', demoDays: ['2027-03-18'] })
  expect(await sweepEvents(database, content())).toMatchObject({ withheld: undefined })
  expect(await days()).toEqual(['programme.opens 2026-03-09', 'programme.demoDay-1 2027-03-18'])

  await content().delete('programme')
  await sweepEvents(database, content())
  expect(await days()).toEqual([])
})

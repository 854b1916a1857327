import type { SanityClient } from '@sanity/client'
import { describe, expect, it } from 'vitest'
import type { Database } from '../database/open.ts'
import { useSeededLake } from '../tests/content.ts'
import { openTestDatabase } from '../tests/database.ts'
import { applyWebhook } from './apply-webhook.ts'
import { createContentClient } from './client.ts'
import { listContentFaults } from './fault-queries.ts'
import { sweepEvents } from './sweep-events.ts'
import { readMessage } from './webhook.ts'

const readContent = useSeededLake()
const content = () => createContentClient(readContent())

const event = (id: string, fields: Record<string, unknown> = {}) => ({
  _id: id,
  _type: 'event',
  title: `event ${id}`,
  date: '2026-12-01T02:00:00Z',
  organizers: 'the community',
  location: 'SHACK15',
  ...fields,
})

async function publish(...documents: Array<ReturnType<typeof event>>): Promise<void> {
  const transaction = content().transaction()
  for (const document of documents) transaction.createOrReplace(document)
  await transaction.commit()
}

it('adds and removes events to match the published ones, and then finds nothing to do', async () => {
  const database = await openTestDatabase()
  const { sql } = database
  const titles = async () =>
    (await sql<Array<{ title: string }>>`select title from events order by title`).map(({ title }) => title)
  await sql`
    insert into events (title, date, organizers, location)
    values ('by hand', now(), 'somebody', 'somewhere')
  `
  await publish(event('a'), event('b'), event('drafts.c'))
  expect(await sweepEvents(database, content())).toEqual({ published: 2, written: 2, removed: 0, faults: [] })
  expect(await titles()).toEqual(['by hand', 'event a', 'event b'])
  expect(await sweepEvents(database, content())).toEqual({ published: 2, written: 0, removed: 0, faults: [] })

  await publish(event('a', { title: 'changed' }))
  await content().delete('b')
  expect(await sweepEvents(database, content())).toMatchObject({ written: 1, removed: 1 })
  expect(await titles()).toEqual(['by hand', 'changed'])

  await publish(event('b'))
  expect(await sweepEvents(database, content())).toMatchObject({ written: 1, removed: 0 })
  expect(await titles()).toEqual(['by hand', 'changed', 'event b'])
})

it('names events that cannot have a row, and continues with the others', async () => {
  const database = await openTestDatabase()
  const { sql } = database
  await publish(event('broken', { location: '' }), event('whole'))
  const swept = await sweepEvents(database, content())
  expect(swept?.faults).toEqual([{ documentId: 'broken', reason: 'location is missing' }])
  expect(await listContentFaults(sql)).toMatchObject([
    { documentId: 'broken', reason: 'location is missing' },
  ])
  await content().delete('broken')
  expect((await sweepEvents(database, content()))?.faults).toEqual([])
  expect(await listContentFaults(sql)).toEqual([])
})

it('updates the venues to match the published ones, and names those that cannot have a row', async () => {
  const database = await openTestDatabase()
  const { sql } = database
  const namesOf = async () =>
    (await sql<Array<{ name: string }>>`select name from venues order by name`).map(({ name }) => name)
  await sql`insert into venues (id, name) values ('by-hand', 'by hand')`
  await sweepEvents(database, content())
  const seeded = ['by hand', 'Founders Inc', 'Frontier Tower', 'Homebrew', 'SHACK15', 'Zo House']
  expect((await namesOf()).toSorted()).toEqual(seeded.toSorted())

  await content().createOrReplace({ _id: 'pier', _type: 'venue', name: 'Pier 1' })
  await content().createOrReplace({
    _id: 'pole',
    _type: 'venue',
    name: 'Pole',
    coordinates: { lat: 91, lng: 0 },
  })
  await publish(event('at-the-pier', { venueRef: { _type: 'reference', _ref: 'pier' } }))
  const swept = await sweepEvents(database, content())
  expect(swept?.faults).toMatchObject([{ documentId: 'pole' }])
  // A fault that is not fixed stays.
  await sweepEvents(database, content())
  expect(await listContentFaults(sql)).toMatchObject([{ documentId: 'pole' }])
  expect(await namesOf()).toContain('Pier 1')
  await expect(content().delete('pier')).rejects.toThrow(/reference/)

  await content().delete('pole')
  await content().delete('at-the-pier')
  await content().delete('pier')
  await sweepEvents(database, content())
  expect((await namesOf()).toSorted()).toEqual(seeded.toSorted())
  expect(await listContentFaults(sql)).toEqual([])
})

it('runs in one process at a time', async () => {
  const database = await openTestDatabase()
  const swept = await Promise.all([sweepEvents(database, content()), sweepEvents(database, content())])
  expect(swept.filter((one) => one !== undefined).length).toBeGreaterThan(0)
  expect(await sweepEvents(database, content())).toMatchObject({ written: 0, removed: 0 })
})

/** Applies a change as a webhook does. */
async function tell(sql: Database, operation: 'update' | 'delete', document: unknown) {
  const after = operation === 'delete' ? null : document
  const body = { operation, projectId: 'local', dataset: 'production', before: document, after }
  const message = readMessage(JSON.stringify(body))
  if (!message) throw new Error('This is not a message')
  return applyWebhook(sql, crypto.randomUUID(), message)
}

const titlesOf = async (sql: Database) =>
  (await sql<Array<{ title: string }>>`select title from events order by title`).map(({ title }) => title)

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
  const documents = await content().fetch<Array<{ _id: string }>>('*[_type == "event"]')
  const venues = await content().fetch('*[_type == "venue"]')
  return answerQueries(async (_real, query, params) => {
    if (query.includes('"venue"')) return venues
    const { ids } = params as { ids?: string[] }
    return ids ? documents.filter(({ _id }) => ids.includes(_id)) : documents
  })
}

it('names the documents that are invalid or that the database refuses, and writes the others', async () => {
  const database = await openTestDatabase()
  const { sql } = database
  await content().delete({ query: '*[_type == "event"]' })
  await sql`alter table events add constraint no_knitting check (title <> 'knitting')`
  await publish(
    event('a'),
    event('b', { title: 'knitting' }),
    event('c', { date: '2026-02-30T10:00:00Z' }),
    event('d'),
  )
  const swept = await sweepEvents(database, content())
  expect(swept).toMatchObject({ published: 4, written: 2, removed: 0 })
  expect(swept?.faults).toEqual([
    { documentId: 'b', reason: expect.stringContaining('the database refuses this document: ') },
    { documentId: 'c', reason: expect.stringContaining('date must be a date and time that exists') },
  ])
  expect(await titlesOf(sql)).toEqual(['event a', 'event d'])
  const noted = await listContentFaults(sql)
  expect(noted.map(({ documentId }) => documentId)).toEqual(['b', 'c'])
  // A fault that is not fixed keeps the time when it was first seen.
  await sweepEvents(database, content())
  expect(await listContentFaults(sql)).toEqual(noted)

  await publish(event('b'), event('c'))
  expect(await sweepEvents(database, content())).toMatchObject({ written: 2, faults: [] })
  expect(await listContentFaults(sql)).toEqual([])
})

it('holds no transaction and no row lock while it queries the content', async () => {
  const database = await openTestDatabase()
  const { sql } = database
  await content().delete({ query: '*[_type == "event"]' })
  await publish(...Array.from({ length: 101 }, (_, number) => event(`event-${number}`)))
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
  expect(await titlesOf(sql)).toContain('changed meanwhile')
})

it('ends, and can run again, when the connection that holds its lock is cut', async () => {
  const database = await openTestDatabase()
  const { sql } = database
  await publish(event('a'))
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
  expect(await titlesOf(sql)).toContain('event a')
})

describe('with an index that lags behind', () => {
  it('does not bring back an event that was unpublished a moment ago', async () => {
    const database = await openTestDatabase()
    const { sql } = database
    await publish(event('a'), event('b'))
    await sweepEvents(database, content())
    const lagging = await lagFromNowOn()
    const unpublished = await content().getDocument('a')
    await content().delete('a')
    await tell(sql, 'delete', unpublished)
    await sweepEvents(database, lagging)
    expect(await titlesOf(sql)).not.toContain('event a')
  })

  it('keeps an event and a fault that were published a moment ago', async () => {
    const database = await openTestDatabase()
    const { sql } = database
    await content().delete({ query: '*[_id in ["new", "faulty"]]' })
    const lagging = await lagFromNowOn()
    await publish(event('new'), event('faulty', { location: '' }))
    await tell(sql, 'update', await content().getDocument('new'))
    await tell(sql, 'update', await content().getDocument('faulty'))
    await sweepEvents(database, lagging)
    expect(await titlesOf(sql)).toContain('event new')
    expect(await listContentFaults(sql)).toMatchObject([{ documentId: 'faulty' }])
  })
})

it('restores an event whose removal was announced although it is published', async () => {
  const database = await openTestDatabase()
  const { sql } = database
  await publish(event('a', { title: 'published' }))
  const document = await content().getDocument('a')
  await tell(sql, 'delete', document)
  await sweepEvents(database, content())
  expect(await titlesOf(sql)).toContain('published')
})

it('fault 9: the sweep remembers a deleted venue, and restores one whose removal was announced although it is published', async () => {
  const database = await openTestDatabase()
  const { sql } = database
  const namesOf = async () => (await sql`select name from venues`).map(({ name }) => name as string)
  const pier = await content().createOrReplace({ _id: 'pier', _type: 'venue', name: 'Pier 1' })
  await sweepEvents(database, content())
  await tell(sql, 'delete', pier)
  expect(await namesOf()).not.toContain('Pier 1')
  await sweepEvents(database, content())
  expect(await namesOf()).toContain('Pier 1')

  const lagging = await lagFromNowOn()
  const changed = await content().patch('pier').set({ name: 'Pier 2' }).commit()
  await sweepEvents(database, content())
  await content().delete('pier')
  await sweepEvents(database, content())
  await tell(sql, 'update', { ...changed, _rev: 'late' })
  await sweepEvents(database, lagging)
  expect(await namesOf()).not.toContain('Pier 2')
  expect(await namesOf()).not.toContain('Pier 1')
})

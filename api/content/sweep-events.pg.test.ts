import { expect, it } from 'vitest'
import { listContentFaults } from '../queries/content-faults.ts'
import { useSeededLake } from '../tests/content.ts'
import { openTestDatabase } from '../tests/database.ts'
import { createContentClient } from './client.ts'
import { sweepEvents } from './sweep-events.ts'

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

it('brings the calendar to what is published, both ways, and then finds nothing to do', async () => {
  const { sql } = await openTestDatabase()
  const titles = async () =>
    (await sql<Array<{ title: string }>>`select title from events order by title`).map(({ title }) => title)
  await sql`
    insert into events (title, date, organizers, location)
    values ('by hand', now(), 'somebody', 'somewhere')
  `
  await publish(event('a'), event('b'), event('drafts.c'))
  expect(await sweepEvents(sql, content())).toEqual({ published: 2, written: 2, removed: 0, faults: [] })
  expect(await titles()).toEqual(['by hand', 'event a', 'event b'])
  expect(await sweepEvents(sql, content())).toEqual({ published: 2, written: 0, removed: 0, faults: [] })

  await publish(event('a', { title: 'changed' }))
  await content().delete('b')
  expect(await sweepEvents(sql, content())).toMatchObject({ written: 1, removed: 1 })
  expect(await titles()).toEqual(['by hand', 'changed'])

  await publish(event('b'))
  expect(await sweepEvents(sql, content())).toMatchObject({ written: 1, removed: 0 })
  expect(await titles()).toEqual(['by hand', 'changed', 'event b'])
})

it('names what can have no row, and goes on with the others', async () => {
  const { sql } = await openTestDatabase()
  await publish(event('broken', { location: '' }), event('whole'))
  const swept = await sweepEvents(sql, content())
  expect(swept?.faults).toEqual([{ documentId: 'broken', reason: 'location is missing' }])
  expect(await listContentFaults(sql)).toMatchObject([
    { documentId: 'broken', reason: 'location is missing' },
  ])
  await content().delete('broken')
  expect((await sweepEvents(sql, content()))?.faults).toEqual([])
  expect(await listContentFaults(sql)).toEqual([])
})

it('is done by one process at a time', async () => {
  const { sql } = await openTestDatabase()
  const swept = await Promise.all([sweepEvents(sql, content()), sweepEvents(sql, content())])
  expect(swept.filter((one) => one !== undefined).length).toBeGreaterThan(0)
  expect(await sweepEvents(sql, content())).toMatchObject({ written: 0, removed: 0 })
})

import { describe, expect, it } from 'vitest'
import { openTestDatabase } from '../tests/database.ts'
import type { Database } from '../database/open.ts'
import { listContentFaults } from '../queries/content-faults.ts'
import { findContentRevision } from '../queries/content-changes.ts'
import { takeChange } from './take-change.ts'
import { type ContentMessage, readMessage } from './webhook.ts'

let count = 0

/** A message as the content sends it: a minute number stands for the time of the change. */
function message(
  operation: ContentMessage['operation'],
  minute: number,
  fields: Record<string, unknown> = {},
): ContentMessage {
  const at = new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString()
  const document = {
    _id: 'demo-day',
    _type: 'event',
    _rev: `r${minute}`,
    _updatedAt: at,
    title: `title of ${minute}`,
    date: '2026-12-01T02:00:00Z',
    organizers: 'the community',
    location: 'Frontier Tower, SOMA',
    ...fields,
  }
  const body = {
    operation,
    projectId: 'local',
    dataset: 'production',
    before: document,
    after: operation === 'delete' ? null : document,
  }
  const read = readMessage(JSON.stringify(body))
  if (!read) throw new Error('this is no message')
  return read
}

const take = (sql: Database, given: ContentMessage, delivery = `delivery-${(count += 1)}`) =>
  takeChange(sql, delivery, given)
const titles = async (sql: Database) =>
  (await sql<Array<{ title: string }>>`select title from events`).map(({ title }) => title)

describe('a change of an event', () => {
  it('puts it into the calendar, changes it and takes it out', async () => {
    const { sql } = await openTestDatabase()
    expect(await take(sql, message('create', 1))).toEqual({ outcome: 'taken' })
    expect(await titles(sql)).toEqual(['title of 1'])
    await take(sql, message('update', 2))
    expect(await titles(sql)).toEqual(['title of 2'])
    await take(sql, message('delete', 3))
    expect(await titles(sql)).toEqual([])
  })

  it('keeps all of it', async () => {
    const { sql } = await openTestDatabase()
    await take(
      sql,
      message('create', 1, {
        description: 'one\r\ntwo',
        url: 'https://example.org/x',
        price: '$20',
        registrationType: 'RSVP',
        topics: ['AI', 'Crypto / Web3'],
        types: ['Dinner'],
      }),
    )
    const [row] = await sql`
      select title, date, organizers, location, description, url, price, registration_type, topics, types from events
    `
    expect(row).toEqual({
      title: 'title of 1',
      date: new Date('2026-12-01T02:00:00Z'),
      organizers: 'the community',
      location: 'Frontier Tower, SOMA',
      description: 'one\ntwo',
      url: 'https://example.org/x',
      price: '$20',
      registrationType: 'RSVP',
      topics: ['AI', 'Crypto / Web3'],
      types: ['Dinner'],
    })
  })

  it('that is told again changes nothing, by the same delivery or by another', async () => {
    const { sql } = await openTestDatabase()
    await take(sql, message('create', 1), 'same')
    const revision = await findContentRevision(sql)
    expect(await take(sql, message('create', 1), 'same')).toEqual({ outcome: 'known' })
    expect(await take(sql, message('create', 1), 'another')).toEqual({ outcome: 'known' })
    expect(await findContentRevision(sql)).toBe(revision)
  })

  it('told by fifty at once is taken once', async () => {
    const { sql } = await openTestDatabase()
    const all = await Promise.all(Array.from({ length: 50 }, () => take(sql, message('create', 1), 'same')))
    expect(all.filter(({ outcome }) => outcome === 'taken')).toHaveLength(1)
    expect(await titles(sql)).toHaveLength(1)
  })

  it('that is older than what is there changes nothing', async () => {
    const { sql } = await openTestDatabase()
    await take(sql, message('update', 5))
    await take(sql, message('update', 4))
    expect(await titles(sql)).toEqual(['title of 5'])
  })

  it('that is older than its removal does not bring it back', async () => {
    const { sql } = await openTestDatabase()
    await take(sql, message('create', 1))
    await take(sql, message('delete', 3))
    await take(sql, message('update', 2))
    expect(await titles(sql)).toEqual([])
  })

  it('that was removed and published again stays when the removal is told late', async () => {
    const { sql } = await openTestDatabase()
    await take(sql, message('create', 4))
    await take(sql, message('delete', 3))
    expect(await titles(sql)).toEqual(['title of 4'])
    await take(sql, message('delete', 4))
    expect(await titles(sql)).toEqual([])
    await take(sql, message('create', 5))
    expect(await titles(sql)).toEqual(['title of 5'])
  })

  it.each([
    ['title', { title: undefined }, 'title is missing'],
    ['title', { title: '   ' }, 'title is missing'],
    ['date', { date: 'tomorrow' }, 'date is no date and time'],
    ['date', { date: undefined }, 'date is missing'],
    ['url', { url: 'javascript:alert(1)' }, 'url must be a web address, http or https'],
    ['topics', { topics: ['Cooking'] }, 'topics has one that is not on the list'],
    ['text', { location: 'a\u0000b' }, 'location has a character that cannot be used: U+0000'],
    ['text', { title: 'a\u202eb' }, 'title has a character that cannot be used: U+202E'],
  ])('with a faulty %s is noted and leaves the calendar as it was', async (_what, fields, reason) => {
    const { sql } = await openTestDatabase()
    await take(sql, message('create', 1))
    expect(await take(sql, message('update', 2, fields))).toEqual({ outcome: 'faulty', reason })
    expect(await titles(sql)).toEqual(['title of 1'])
    expect(await listContentFaults(sql)).toMatchObject([{ documentId: 'demo-day', revision: 'r2', reason }])
    await take(sql, message('update', 3))
    expect(await titles(sql)).toEqual(['title of 3'])
    expect(await listContentFaults(sql)).toEqual([])
  })

  it('that is faulty and older than what is there is no fault any more', async () => {
    const { sql } = await openTestDatabase()
    await take(sql, message('update', 5))
    await take(sql, message('update', 4, { title: undefined }))
    expect(await titles(sql)).toEqual(['title of 5'])
    expect(await listContentFaults(sql)).toEqual([])
  })

  it('that came within one tick of the content’s clock counts as it was told', async () => {
    const { sql } = await openTestDatabase()
    await take(sql, message('create', 1))
    await take(sql, message('update', 1, { _rev: 'another', title: 'told later' }))
    expect(await titles(sql)).toEqual(['told later'])
  })

  it('leaves rows that were loaded by hand alone', async () => {
    const { sql } = await openTestDatabase()
    const id = '0b5c1d3e-0000-4000-8000-00000000000f'
    await sql`
      insert into events (id, title, date, organizers, location)
      values (${id}, 'by hand', now(), 'somebody', 'somewhere')
    `
    await take(sql, message('delete', 3, { _id: id }))
    expect(await titles(sql)).toEqual(['by hand'])
  })
})

it('of a page is noted for every process, and is no event', async () => {
  const { sql } = await openTestDatabase()
  const before = await findContentRevision(sql)
  await take(sql, message('update', 1, { _id: 'sponsors', _type: 'sponsors' }))
  expect(await findContentRevision(sql)).toBeGreaterThan(before)
  expect(await titles(sql)).toEqual([])
})

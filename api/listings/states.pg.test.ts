import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { connect, type Database } from '../database/open.ts'
import { withholdListing, showListing } from '../moderation/state-queries.ts'
import { openTestDatabase } from '../tests/database.ts'
import { pollOptions } from '../tests/poll-options.ts'

const words = async (sql: Database) =>
  (await sql<Array<{ word: string }>>`select word from search_words order by word`).map(({ word }) => word)

async function insert(sql: Database, title: string): Promise<string> {
  const [row] = await sql<[{ id: string }]>`
    insert into listings (category, subcategory, title, description, contact, location)
    values ('housing', 'rooms shared', ${title}, 'x', 'x', 'SF')
    returning id
  `
  return row.id
}

it('lets SQL users insert, change and delete through the view, with its defaults and constraints', async () => {
  const { sql } = await openTestDatabase()
  const id = randomUUID()
  const upsert = (title: string) => sql`
    insert into listings (id, category, subcategory, title, description, contact, location)
    values (${id}, 'housing', 'rooms shared', ${title}, 'x', 'x', 'SF')
    on conflict (id) do update set title = excluded.title
    returning title, category_slug, created_at <= now() as is_past
  `
  expect(await upsert('first')).toEqual([{ title: 'first', categorySlug: 'housing', isPast: true }])
  expect(await upsert('second')).toMatchObject([{ title: 'second' }])
  await sql`update listings set post_key_hash = 'key'`
  await expect(sql`update listings set created_at = '2300-01-01'`).rejects.toThrow(
    'listings_created_at_is_plausible',
  )
  const other = await insert(sql, 'third')
  await expect(sql`update listings set post_key_hash = 'key' where id = ${other}`).rejects.toThrow(
    'listings_post_key_hash_is_unique',
  )
  await withholdListing(sql, other, { state: 'hidden', by: 'team' })
  expect((await sql`update listings set title = 'fourth' where id = ${other}`).count).toBe(0)
  expect((await sql`delete from listings`).count).toBe(1)
  expect(await sql`select id, title, state from all_listings`).toEqual([
    { id: other, title: 'third', state: 'hidden' },
  ])
})

it('tells visitors that a listing goes when it is withheld and comes when it is shown, and nothing in between', async () => {
  const { sql, url } = await openTestDatabase()
  const listener = connect(url, { max: 1 })
  onTestFinished(() => listener.end({ timeout: 1 }))
  const told: string[] = []
  await listener.listen('listings_changed', (payload) => told.push(payload))
  const id = await insert(sql, 'saxophone')
  expect(await words(sql)).toContain('saxophone')

  await withholdListing(sql, id, { state: 'held', by: 'filter' })
  await expect.poll(() => told.length, pollOptions).toBe(2)
  expect(await sql`select word from left_words where word = 'saxophone'`).toHaveLength(1)
  await sql`delete from search_words`

  await sql`update all_listings set title = 'clarinet'`
  await withholdListing(sql, id, { state: 'hidden', by: 'team' })
  expect(await words(sql)).toEqual([])
  await showListing(sql, id)
  expect(await words(sql)).toContain('clarinet')
  await expect.poll(() => told.length, pollOptions).toBe(3)
  expect(new Set(told)).toEqual(
    new Set([`{"ids" : ["${id}"], "categories" : ["housing","housing/rooms-shared"]}`]),
  )

  await withholdListing(sql, id, { state: 'removed', by: 'team' })
  await sql`delete from all_listings`
  await expect.poll(() => told.length, pollOptions).toBe(4)
})

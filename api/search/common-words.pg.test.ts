import { expect, it } from 'vitest'
import { searchListings } from '../queries/search.ts'
import { openTestDatabase } from '../tests/database.ts'
import { createRarity } from './common-words.ts'
import { parseQuery, writeTsQueries } from './parse-query.ts'

const sought = (written: string) => writeTsQueries(parseQuery(written))

it('finds the same with the index first as with the newest listings first, and knows which words are common', async () => {
  const { sql } = await openTestDatabase()
  await sql`
    insert into listings (category, subcategory, title, description, contact, location, created_at)
    select
      'housing', 'rooms shared', case when n % 400 = 0 then 'Bassoons ' || n else 'Rooms ' || n end, 'ordinary', 'x',
      'SF', now() - n * interval '1 minute'
    from generate_series(2400, 1, -1) as n
  `
  await sql`analyze listings`
  const isRare = createRarity(sql)
  for (const [written, rare] of [
    ['room', false],
    ['ordinary', false],
    ['ordin', false],
    ['bassoons', true],
    ['ordinary bassoon', true],
    ['nothing of that kind', true],
  ] as const) {
    const words = sought(written)
    expect([written, await isRare(words)]).toEqual([written, rare])
    const query = { form: parseQuery(written).form, exact: words, near: words }
    const [one, other] = await Promise.all(
      [true, false].map((first) => searchListings(sql, query, { city: undefined, limit: 5, isRare: first })),
    )
    expect(one?.found.map(({ title }) => title)).toEqual(other?.found.map(({ title }) => title))
  }
})

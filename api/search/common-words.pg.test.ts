import { expect, it } from 'vitest'
import { openTestDatabase } from '../tests/database.ts'
import { createRareWordFinder } from './common-words.ts'
import { parseQuery, writeTsQueries } from './parse-query.ts'
import { listHits } from './queries.ts'

const sought = (written: string) => ({
  anywhere: writeTsQueries(parseQuery(written)),
  inTitle: writeTsQueries(parseQuery(written), { weight: 'A' }),
})

it('knows which words are common, and finds the same listings by index as by reading the newest', async () => {
  const { sql } = await openTestDatabase()
  await sql`
    insert into listings (category, subcategory, title, description, contact, location, created_at)
    select
      'housing', 'rooms shared', case when n % 400 = 0 then 'Bassoons ' || n else 'Rooms ' || n end,
      case when n % 3 = 0 then 'clarinet' else 'ordinary' end, 'x', 'SF', now() - n * interval '1 minute'
    from generate_series(2400, 1, -1) as n
  `
  await sql`analyze all_listings`
  const findRareWords = createRareWordFinder((read) => read(sql))
  const isRare = async (written: string) => (await findRareWords(sought(written).anywhere)).isRare
  for (const written of ['room', 'ordinary', 'ordin'])
    expect([written, await isRare(written)]).toEqual([written, false])
  for (const written of ['bassoons', 'ordinary bassoon', 'nothing of that kind'])
    expect([written, await isRare(written)]).toEqual([written, true])
  const { rare } = await findRareWords(sought('ordinary bassoon oth').anywhere)
  expect(rare.map(({ asWritten }) => asWritten)).toEqual(["'bassoon'"])

  const { rare: both } = await findRareWords(sought('room ordinary').anywhere)
  expect(both.map(({ asWritten }) => asWritten)).toEqual(["'room'", "'ordinary':*"])

  const { rare: whole } = await findRareWords(sought('room ord').anywhere)
  expect(whole.map(({ asWritten }) => asWritten)).toEqual(["'room'"])

  for (const written of ['clarinet', 'clarinet room', 'clarinet ro']) {
    const words = sought(written)
    const search = { city: undefined, words, rare: words.anywhere.slice(0, 1), before: { ids: [] } }
    for (const order of ['best', 'newest'] as const) {
      const page = { order, most: 11 }
      const newest = await listHits(sql, { listings: { ...search, isRare: false } }, page)
      const indexed = await listHits(sql, { listings: { ...search, isRare: true } }, page)
      expect(indexed).toMatchObject({ listings: { length: 11 }, events: [] })
      expect([written, newest]).toEqual([written, indexed])
    }
  }
})

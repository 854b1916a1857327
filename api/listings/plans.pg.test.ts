import { expect, it, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '../database/open.ts'
import { listQueue } from '../desk/queries.ts'
import { listAddresses } from '../discovery/sitemap-queries.ts'
import { openTestDatabase } from '../tests/database.ts'
import { listNewest } from './board-queries.ts'
import { listListings } from './queries.ts'

const cursor = { createdAtMicros: '0', id: '00000000-0000-4000-8000-000000000000' }

const lists: Array<[string, (sql: Database) => Promise<unknown>]> = [
  ['the newest listings of a city', (sql) => listNewest(sql, 'NYC', 6)],
  ['a page of a category', (sql) => listListings(sql, { category: 'jobs' })],
  ['the newest listings of the desk', (sql) => listQueue(sql, 'newest', undefined)],
  ['a part of the sitemap', (sql) => listAddresses(sql, { from: cursor, before: cursor, limit: 10 })],
]

it.each(lists)(
  'fault 95: %s is read in the order of an index, without sorting all listings',
  async (_, list) => {
    const { sql, url } = await openTestDatabase()
    const queries: Array<[text: string, parameters: unknown[]]> = []
    const watched = openDatabase(url, {
      debug: (_connection, text, parameters) => queries.push([text, parameters]),
    })
    onTestFinished(() => watched.end())
    await list(watched)
    const [text = '', parameters = []] = queries.find(([query]) => query.includes('from listings')) ?? []
    const plan = await sql.begin(async (transaction) => {
      // A small table would be scanned and sorted. Postgres still sorts where no index has the order.
      await transaction`set local enable_seqscan = off`
      await transaction`set local enable_sort = off`
      return transaction.unsafe(`explain (costs off) ${text}`, parameters as string[])
    })
    const lines = plan.map((row) => Object.values(row).join()).join('\n')
    expect(lines).toMatch(/Index (Only )?Scan (Backward )?using listings_/)
    expect(lines).not.toContain('Sort')
  },
)

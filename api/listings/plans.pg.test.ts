import { expect, it, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '../database/open.ts'
import { listQueue } from '../moderation/desk/queries.ts'
import { listAddresses } from '../discovery/sitemap-queries.ts'
import { readPostHistories } from '../moderation/filter/trace-queries.ts'
import { openTestDatabase } from '../tests/database.ts'
import { listNewest } from './board-queries.ts'
import { listListings } from './queries.ts'

const cursor = { micros: '0', id: '00000000-0000-4000-8000-000000000000' }

const lists: Array<[string, (sql: Database) => Promise<unknown>]> = [
  ['the newest listings of a city', (sql) => listNewest(sql, 'NYC', 6)],
  ['a page of a category', (sql) => listListings(sql, { category: 'jobs' })],
  ['the newest listings of the desk', (sql) => listQueue(sql, 'newest', undefined)],
  ['a part of the sitemap', (sql) => listAddresses(sql, { from: cursor, before: cursor, limit: 10 })],
]

it.each(lists)(
  'fault 95: %s is read in the order of an index, without sorting all listings',
  async (_, list) => {
    const plan = await explain(list, /from (all_)?listings/)
    expect(plan).toMatch(/Index (Only )?Scan (Backward )?using listings_/)
    expect(plan).not.toContain('Sort')
  },
)

it('looks up the history of a post in the indexes of the traces, without reading all traces', async () => {
  const read = (sql: Database) =>
    readPostHistories(sql, [{ networks: ['n'], contacts: ['c'], bands: [1, 2] }])
  const plan = await explain(read, /from post_traces/, 'on')
  for (const index of ['network', 'contacts', 'bands']) expect(plan).toContain(`post_traces_${index}`)
  expect(plan).not.toMatch(/Seq Scan on post_traces|CTE Scan/)
})

/** The plan of the first query that has `part`. A small table would be scanned and sorted: both only if nothing else works. */
async function explain(
  run: (sql: Database) => Promise<unknown>,
  part: RegExp,
  sort = 'off',
): Promise<string> {
  const { sql, url } = await openTestDatabase()
  const queries: Array<[text: string, parameters: unknown[]]> = []
  const watched = openDatabase(url, {
    debug: (_connection, text, parameters) => queries.push([text, parameters]),
  })
  onTestFinished(() => watched.end())
  await run(watched)
  const [text = '', parameters = []] = queries.find(([query]) => part.test(query)) ?? []
  const plan = await sql.begin(async (transaction) => {
    await transaction`set local enable_seqscan = off`
    await transaction`select set_config('enable_sort', ${sort}, true)`
    return transaction.unsafe(`explain (costs off) ${text}`, parameters as string[])
  })
  return plan.map((row) => Object.values(row).join()).join('\n')
}

import { expect, it } from 'vitest'
import { connect, type Database, openDatabase } from '../database/open.ts'
import { openTestDatabase } from '../tests/database.ts'
import { findTokenHash } from './manage-queries.ts'
import { findListing, listListings } from './queries.ts'

type Plan = {
  'Node Type': string
  'Index Name'?: string
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}

/** Runs EXPLAIN ANALYZE with exactly the last statement and parameters that `ask` sends. */
async function explain(url: string, ask: (sql: Database) => Promise<unknown>): Promise<Plan[]> {
  const sent: Array<{ text: string; parameters: string[] }> = []
  const sql = openDatabase(url, {
    debug: (_connection, text, parameters: string[]) => sent.push({ text, parameters }),
  })
  await ask(sql)
  const { text, parameters } = sent.at(-1) ?? { text: '', parameters: [] }
  const [row] = await sql.unsafe<[{ queryPlan: [{ Plan: Plan }] }]>(
    `explain (analyze, format json) ${text}`,
    parameters,
  )
  await sql.end()
  return nodesOf(row['QUERY PLAN' as 'queryPlan'][0].Plan)
}

/** One range scan of `index`, without a sequential scan or a sort. */
function expectOneRangeOf(plan: Plan[], index: string, atMost: number): void {
  expect(plan.map((node) => node['Node Type'])).not.toContain('Seq Scan')
  expect(plan.map((node) => node['Node Type']).join()).not.toContain('Sort')
  const scan = plan.find((node) => node['Index Name'] !== undefined)
  expect(scan?.['Index Name']).toBe(index)
  expect(scan?.['Actual Rows']).toBeLessThanOrEqual(atMost)
  // The index skips expired listings without reading their rows.
  expect(scan?.['Rows Removed by Filter'] ?? 0).toBe(0)
}

it(
  'reads one range of an index for every list and page at a million rows',
  { timeout: 180_000 },
  async () => {
    const { sql, url } = await openTestDatabase()
    // Not the pool: its statement timeout is too short for this.
    const filling = connect(url, { max: 1, onnotice: () => {} })
    await filling.begin(async (transaction) => {
      // Lists do not read the search columns, which take minutes to compute for a million rows.
      await transaction`alter table all_listings drop column search cascade, drop column title_form, disable trigger user`
      // Building the indexes after the insert takes half the time.
      const names = ['listings_category', 'listings_subcategory']
      const indexes = await transaction<Array<{ indexdef: string }>>`
      select indexdef from pg_indexes where indexname = any(${names})
    `
      expect(indexes).toHaveLength(2)
      await transaction`drop index ${transaction(names)}`
      await transaction`alter table all_listings drop constraint listings_pkey cascade`
      // The worst case: half of all rows are in one category, a quarter in one subcategory. The oldest 73,000 have
      // expired.
      await transaction`
      insert into all_listings (category, subcategory, title, description, contact, location, created_at, expires_at)
      select
        case when n % 2 = 0 then 'jobs' else 'category ' || n % 97 end,
        case when n % 4 = 0 then 'design ux' else 'subcategory ' || n % 89 end,
        'title', 'description', 'contact', 'SF',
        timestamptz '2020-01-01Z' + n * interval '3 minutes',
        case when n < 72960 then timestamptz '2020-12-31Z' else '2199-01-01Z' end
      from generate_series(1, 1000000) as n
    `
      await transaction`set local maintenance_work_mem = '128MB'`
      for (const { indexdef } of indexes) await transaction.unsafe(indexdef)
      await transaction`alter table all_listings add constraint listings_pkey primary key (id)`
      await transaction`create view listings as select * from all_listings where state = 'shown'`
      await transaction`analyze all_listings`
    })
    await filling.end()
    const jobs = { category: 'jobs' }
    const design = { ...jobs, subcategory: 'design-ux' }
    const limit = 50
    const read = limit + 1
    const { next: before } = await listListings(sql, jobs, { limit })
    // Deep in the list: about page 7,500.
    const deep = { micros: '1622505600000000', id: crypto.randomUUID() }

    const explainList = (wanted: typeof jobs, from?: typeof before) =>
      explain(url, (own) => listListings(own, wanted, { before: from, limit }))
    expectOneRangeOf(await explainList(jobs), 'listings_category', read)
    expectOneRangeOf(await explainList(jobs, before), 'listings_category', read)
    expectOneRangeOf(await explainList(jobs, deep), 'listings_category', read)
    expectOneRangeOf(await explainList(design), 'listings_subcategory', read)
    expectOneRangeOf(await explainList(design, deep), 'listings_subcategory', read)
    expectOneRangeOf(await explain(url, (own) => findListing(own, deep.id)), 'listings_pkey', 1)
    expectOneRangeOf(await explain(url, (own) => findTokenHash(own, deep.id)), 'listings_pkey', 1)

    // A page with only 30 listings left reads to the end of the list.
    const edge = { micros: String(Date.parse('2020-06-01T02:59:00Z') * 1000), id: deep.id }
    const sparse = await explainList(jobs, edge)
    expectOneRangeOf(sparse, 'listings_category', read)
    expect(sparse.find((node) => node['Index Name'])?.['Actual Rows']).toBe(30)
    expectOneRangeOf(await explainList(design, edge), 'listings_subcategory', read)
  },
)

import type { Database } from '../database/open.ts'
import { compareRates } from './measure.ts'
import { startApi, startBare, startDatabase } from './processes.ts'

/**
 * One listing, a page of 50, and one with 50,000 expired ones behind it, among 100,000, as ratios to a bare `node:http` server that answers the same bytes;
 * then the memory of a fresh process after 10,000 requests. No test: it fails on no slow day.
 */
async function fill(sql: Database): Promise<string> {
  await sql.begin(async (transaction) => {
    await transaction`set local statement_timeout = 0`
    await transaction`
      insert into listings (category, subcategory, title, description, contact, location, created_at, expires_at)
      select
        'jobs',
        case when n <= 50 then 'marketing' when n <= 100 or n > 50000 then 'product' else 'engineering' end,
        'A listing with a title of ordinary length, number ' || n,
        repeat('Some forty letters of ordinary writing. ', 8),
        'somebody@example.org', 'SF', now() - n * interval '1 minute',
        case when n > 50000 then now() - interval '1 day' else now() + interval '30 days' end
      from generate_series(1, 100000) as n
    `
  })
  await sql`vacuum analyze listings`
  const [row] = await sql<[{ id: string }]>`select id from listings where expires_at > now() limit 1`
  return row.id
}

await using database = await startDatabase()
const one = `/api/listings/${await fill(database.sql)}`
const page = '/api/listings/category/jobs/marketing'
const pageBeforeExpired = '/api/listings/category/jobs/product'
{
  await using api = await startApi(database.url)
  using bare = await startBare(api.base, [one, page, pageBeforeExpired], {})
  await compareRates('one listing', one, { ours: api.base, bare: bare.base })
  await compareRates('a page of 50 listings', page, { ours: api.base, bare: bare.base })
  await compareRates('a page of 50 before 50,000 that have expired', pageBeforeExpired, {
    ours: api.base,
    bare: bare.base,
  })
}
{
  await using api = await startApi(database.url)
  for (let sent = 0; sent < 10_000; sent += 100) {
    await Promise.all(Array.from({ length: 100 }, async () => (await fetch(api.base + page)).text()))
  }
  console.log(
    `memory of the API's process after 10,000 requests: ${(await api.readMegabytes()).toFixed(0)} MB`,
  )
}

import { compareRates } from './measure.ts'
import { startApi, startDatabase } from './processes.ts'

/**
 * Pages that are filled for each request, as ratios to the same shell that is not, which is compressed once. A NUL is
 * in no category: its page is the bare shell.
 */
await using database = await startDatabase()
await database.sql`
  insert into listings (category, subcategory, title, description, contact, location)
  select
    'jobs', case when n <= 50 then 'marketing' else 'engineering' end,
    'A listing with a title of ordinary length, number ' || n,
    repeat('Some forty letters of ordinary writing. ', 8), 'somebody@example.org', 'SF'
  from generate_series(1, 1000) as n
`
await database.sql`
  insert into events (title, date, organizers, location, description)
  select
    'Founders evening ' || n, now() + n * interval '20 minutes', 'the founders community', 'SHACK15, Embarcadero',
    repeat('Some forty letters of ordinary writing. ', 10)
  from generate_series(1, 2000) as n
`
const [listing] = await database.sql<[{ id: string }]>`select id from listings limit 1`
const [event] = await database.sql<[{ id: string }]>`select id from events limit 1`
const day = '/events/2026-11-21'
const paths = [`/listing/${listing.id}`, `/event/${event.id}`, '/category/jobs/marketing', day]

await using api = await startApi(database.url)
for (const encoding of ['br', 'gzip', 'identity']) {
  for (const path of paths) {
    const headers = { 'Accept-Encoding': encoding }
    const name = `${path.replace(/[0-9a-f-]{36}/, '{id}')}, ${encoding}`
    const ends = { ours: api.base, bare: api.base }
    await compareRates(name, path, { ...ends, headers, barePath: '/category/%00' })
  }
}

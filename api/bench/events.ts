import { compareRates } from './measure.ts'
import { startApi, startBare, startDatabase } from './processes.ts'

/** The whole calendar at 2,000 events, brotli, gzip and plain, as ratios to a bare `node:http` server of the same bytes. */
await using database = await startDatabase()
await database.sql`
  insert into events (title, date, organizers, location, description, url, price, registration_type)
  select
    'Founders evening ' || n, now() + n * interval '20 minutes', 'the founders community', 'SHACK15, Embarcadero',
    repeat('Some forty letters of ordinary writing. ', 10), 'https://example.org/' || n, 'free', 'open'
  from generate_series(1, 2000) as n
`
await using api = await startApi(database.url)
const path = '/api/events'
for (const encoding of ['br', 'gzip', 'identity']) {
  const headers = { 'Accept-Encoding': encoding }
  using bare = await startBare(api.base, [path], headers)
  await compareRates(`2,000 events, ${encoding}`, path, { ours: api.base, bare: bare.base, headers })
}

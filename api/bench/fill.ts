import { catalogue } from '#domain/listings/catalogue.ts'
import type { Database } from '../database/open.ts'
import { createTextGenerator } from './text-generator.ts'

const places = catalogue.flatMap(({ name, subcategories }) =>
  subcategories.map((subcategory) => ({ category: name, subcategory: subcategory.name })),
)
const batchSize = 1_000

/** Inserts `count` listings over all categories, a minute apart, two thirds of them in San Francisco. */
export async function fillListings(sql: Database, count: number): Promise<void> {
  const write = createTextGenerator()
  const start = Date.now() - count * 60_000
  const writeRows = async (first: number) => {
    const rows = Array.from({ length: Math.min(batchSize, count - first) }, (_, index) => ({
      ...places[(first + index) % places.length],
      title: write(4 + (index % 5)),
      description: write(30 + (index % 50)),
      contact: 'somebody@example.org',
      location: index % 3 === 0 ? 'NYC' : 'SF',
      created_at: new Date(start + (first + index) * 60_000),
    }))
    await sql`insert into listings ${sql(rows)}`
  }
  for (let first = 0; first < count; first += 2 * batchSize) {
    // On two connections, because computing the search columns takes most of the time.
    await Promise.all([first, first + batchSize].filter((row) => row < count).map(writeRows))
  }
  await fillTraces(sql)
  await sql`vacuum analyze all_listings, search_words, post_traces`
}

/** What the spam filter knows of the listings of the last 30 days, with random numbers for the texts. */
async function fillTraces(sql: Database): Promise<void> {
  await sql`
    insert into post_traces (listing_id, posted_at, network, contacts, signature, bands, score, signals)
    select id, created_at, md5(id::text), array[md5('contact ' || id)], numbers, numbers[:8], 0, '[]'
    from listings
    cross join lateral (
      select array_agg(hashint8extended(n, hashtext(id::text)) & 2147483647)::integer[] as numbers
      from generate_series(1, 32) as n
    ) as random
    where created_at > now() - interval '30 days'
  `
}

/** Inserts `count` events, twenty minutes apart, a quarter of them in the past. */
export async function fillEvents(sql: Database, count: number): Promise<void> {
  await sql`
    insert into events (title, date, organizers, location, description, url, price, registration_type)
    select
      'Founders evening ' || n, now() + (n - ${count}::integer / 4) * interval '20 minutes', 'the founders community',
      'SHACK15, Embarcadero', repeat('Some forty letters of ordinary writing. ', 10), 'https://example.org/' || n,
      'free', 'open'
    from generate_series(1, ${count}::integer) as n
  `
  await sql`vacuum analyze events, search_words`
}

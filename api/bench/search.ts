import type { Database } from '../database/open.ts'
import { median } from './measure.ts'
import { startApi, startDatabase } from './processes.ts'
import { createWriter } from './written-words.ts'

/**
 * How long a search takes among 100,000 listings and 5,000 events, as a visitor's browser sees it: the median, the 95th
 * percentile and the longest, of each kind of query and of all. No test: it fails on no slow day.
 */
const queries: Record<string, string[]> = {
  'a common word': ['founder', 'the', 'room'],
  'one letter': ['a', 's', 'q', 'é'],
  'two letters': ['st', 'mo', 'AI'],
  'a rare word': ['advisor', 'bounty', 'kitchen train'],
  'several words': ['engineer week', 'music robot dinner', 'a the of', 'jobs nyc'],
  'a typing error': ['desing', 'enginer', 'hackr house', 'founding enginer hackr house mision', 'cofuonder'],
  'a joined or split word': ['co-founder', 'co founder', 'fund raising', 'pitchdeck'],
  'a name': ['San Francisco', 'new york city room', 'ingeniería', 'levée de fonds'],
  'no hit': ['zzzzzzzz', '你好', 'xx yy zz', '"a" & b | !c'],
}
const rounds = 20

async function fill(sql: Database): Promise<void> {
  const write = createWriter()
  for (let thousand = 0; thousand < 100; thousand += 1) {
    const rows = Array.from({ length: 1000 }, (_, index) => ({
      category: 'jobs',
      subcategory: 'engineering',
      title: write(4 + (index % 5)),
      description: write(30 + (index % 50)),
      contact: 'somebody@example.org',
      location: index % 3 === 0 ? 'NYC' : 'SF',
      created_at: new Date(Date.UTC(2026, 0, 1) + (thousand * 1000 + index) * 60_000),
    }))
    await sql`insert into listings ${sql(rows)}`
  }
  await sql`
    insert into events (title, date, organizers, location, description)
    select title, created_at, 'the founders community', 'SHACK15, Embarcadero', description
    from (select * from listings limit 5000) as listings
  `
  await sql`vacuum analyze listings, events, search_words`
}

function describe(name: string, times: number[]): string {
  const sorted = times.toSorted((one, other) => one - other)
  const late = sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
  return `${name}: median ${median(times).toFixed(1)} ms, 95th percentile ${late.toFixed(1)} ms, longest ${sorted.at(-1)?.toFixed(1)} ms`
}

await using database = await startDatabase()
await fill(database.sql)
await using api = await startApi(database.url)
const all: number[] = []
for (const [name, texts] of Object.entries(queries)) {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const text of texts) {
      const query = new URLSearchParams({ q: text, ...(round % 4 === 0 && { city: 'NYC' }) })
      const startedAt = performance.now()
      const response = await fetch(`${api.base}/api/search?${query}`)
      await response.text()
      if (!response.ok) throw new Error(`${text}: ${response.status}`)
      // A process that has just started connects and reads its dictionaries first.
      if (round > 0) times.push(performance.now() - startedAt)
    }
  }
  console.log(describe(name, times))
  all.push(...times)
}
console.log(describe('all', all))

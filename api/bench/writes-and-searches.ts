import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, type Database } from '../database/open.ts'
import { combine, type Figures, load, percentile } from './load.ts'
import { makePosts, type Post } from './posts.ts'
import { makeQueries, toPath } from './search-queries.ts'

const seconds = 5

/** Sends cold searches (each query once) and warm ones (the same 200 queries again and again). */
export async function measureSearches(sql: Database, base: string): Promise<Record<string, Figures>> {
  const { typed, misspelled } = await makeQueries(sql, 20_000)
  const search = (queries: string[]) => load(base, { paths: queries.map(toPath), seconds })
  await search(typed.slice(-1_000)) // Warms up connections and dictionaries.
  const half = typed.length / 2
  return {
    'search, each query once': await search(typed.slice(0, half)),
    'search, each misspelled query once': await search(misspelled.slice(0, half)),
    'search, 200 queries again and again': await search(typed.slice(0, 200)),
    'search, 200 misspelled queries again and again': await search(misspelled.slice(0, 200)),
  }
}

/** More than any server takes in `seconds`. */
const postsPerRound = 12_000

/** Sends the same posts to several servers in turn, and measures the insert without HTTP. */
export async function measurePosts(
  url: string,
  bases: Record<string, string>,
): Promise<Record<string, Figures>> {
  const runs: Record<string, Figures[]> = {}
  for (let round = 0; round < 3; round += 1) {
    const posts = await makePosts(postsPerRound, round * postsPerRound)
    // Postgres allows fifty connections: wait until the peer has closed its idle ones, after a second.
    for (const [name, base] of Object.entries(bases)) {
      ;(runs[name] ??= []).push(await load(base, { paths: ['/api/listings'], posts, seconds: 3 }))
      await sleep(1_500)
    }
    ;(runs['client'] ??= []).push(await insertAlone(url, posts))
  }
  return Object.fromEntries(Object.entries(runs).map(([name, all]) => [name, combine(all)]))
}

async function insertAlone(url: string, posts: Post[]): Promise<Figures> {
  const sql = openDatabase(url)
  const times: number[] = []
  const waiting = posts.values()
  const startedAt = performance.now()
  const end = startedAt + 3_000
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      while (performance.now() < end) {
        const listing = JSON.parse(waiting.next().value?.body ?? '{}') as Record<string, string>
        const sentAt = performance.now()
        await sql`
          insert into listings (category, subcategory, title, description, contact, location, expires_at)
          values (
            ${listing['category'] ?? ''}, ${listing['subcategory'] ?? ''}, ${listing['title'] ?? ''},
            ${listing['description'] ?? ''}, ${listing['contact'] ?? ''}, ${listing['location'] ?? ''},
            now() + interval '30 days'
          )
          returning id, category, subcategory, title, description, contact, location, created_at, expires_at
        `
        times.push(performance.now() - sentAt)
      }
    }),
  )
  const rate = (1000 * times.length) / (performance.now() - startedAt)
  await sql.end()
  return { rate, p50: percentile(times, 0.5), p99: percentile(times, 0.99), failed: 0 }
}

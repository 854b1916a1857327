import { measureAfterPosts } from './after-posts.ts'
import { fillEvents, fillListings } from './fill.ts'
import { combine, type Figures, load } from './load.ts'
import { startApi, startDatabase } from './processes.ts'
import { makeQueries, toPath } from './search-queries.ts'

const counts = [1_000, 100_000, 1_000_000]

type Measured = { rates: Record<string, Figures>; afterPosts: Record<string, number> }

/** Prints rates, and milliseconds after posts, with more and more listings. The last fill takes ten minutes. */
export async function measureGrowth(): Promise<void> {
  const measured: Measured[] = []
  for (const count of counts) measured.push(await measureCount(count))
  const rates = measured.map((each) => each.rates)
  const head = counts.map((count) => count.toLocaleString('en'))
  printTable(
    ['listings', ...head, 'last / first'],
    Object.keys(rates[0] ?? {}).map((name) => {
      const all = rates.flatMap((each) => each[name] ?? [])
      const cells = all.map(
        ({ rate, p99 }) => `${Math.round(rate).toLocaleString('en')}/s, ${p99.toFixed(1)} ms`,
      )
      return [name, ...cells, ((all.at(-1)?.rate ?? 0) / (all[0]?.rate ?? 0)).toFixed(2)]
    }),
  )
  printTable(
    ['first answer after a post, slowest of five', ...head],
    Object.keys(measured[0]?.afterPosts ?? {}).map((name) => [
      name,
      ...measured.map(({ afterPosts }) => `${Math.round(afterPosts[name] ?? 0)} ms`),
    ]),
  )
}

function printTable(head: string[], rows: string[][]): void {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  console.log(`\n${lines.join('\n')}`)
}

async function measureCount(count: number): Promise<Measured> {
  await using database = await startDatabase()
  const { sql, url } = database
  console.error(`Storing ${count.toLocaleString('en')} listings…`)
  await fillListings(sql, count)
  await fillEvents(sql, 2_000)
  await using api = await startApi(url)
  const ids = await sql<Array<{ id: string }>>`
    select id from listings order by created_at desc limit 1000
  `
  const { typed } = await makeQueries(sql, 10_000)
  const paths: Record<string, string[]> = {
    'one listing, JSON': [`/api/listings/${ids[0]?.id}`],
    '1,000 listings in turns, JSON': ids.map(({ id }) => `/api/listings/${id}`),
    '50 listings of a category, JSON': ['/api/listings/category/housing'],
    '2,000 events, JSON': ['/api/events'],
    'page `/`': ['/'],
    'page `/category/housing`': ['/category/housing'],
    'page `/listing/{id}`': [`/listing/${ids[0]?.id}`],
    'search, each query once': typed.map(toPath),
  }
  const afterPosts = await measureAfterPosts(api.base, count)
  const rates: Record<string, Figures> = {}
  for (const [name, asked] of Object.entries(paths)) {
    await load(api.base, { paths: asked.toReversed(), seconds: 1 })
    const runs = []
    for (let round = 0; round < 3; round += 1) runs.push(await load(api.base, { paths: asked, seconds: 2 }))
    rates[name] = combine(runs)
  }
  return { rates, afterPosts }
}

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { fillEvents, fillListings } from './fill.ts'
import { load } from './load.ts'
import { makePosts } from './posts.ts'
import { openContent, startApi, startDatabase } from './processes.ts'
import { makeQueries, toPath } from './search-queries.ts'

/**
 * `npm run bench:capacity`: the processor time that each kind of request takes, in the server with its Content Lake, and in
 * Postgres. Unlike a rate, it hardly depends on what else runs on the machine. With 100,000 listings and 2,000 events.
 */
parseArgs()
const seconds = 5
const publishes = 20
/** Linux counts processor time in hundredths of a second (USER_HZ). */
const msPerTick = 10

await using database = await startDatabase()
await fillListings(database.sql, 100_000)
await fillEvents(database.sql, 2_000)
await using api = await startApi(database.url)
const postmaster = Number(
  (await readFile(join(database.scratch, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0],
)
const content = await openContent(api.dataFolder)
const { typed } = await makeQueries(database.sql, 20_000)
const [{ id }] = await database.sql<
  [{ id: string }]
>`select id from listings order by created_at desc limit 1`

const [{ size }] = await database.sql<[{ size: string }]>`
  select pg_size_pretty(pg_database_size(current_database())) as size
`
console.log(`The database takes ${size}.\n`)
const read = (...paths: string[]) => loadOnce({ paths, headers: { 'Accept-Encoding': 'br' } })
console.log(
  '| request | CPU of the server | CPU of Postgres | requests per second and core |\n| --- | --- | --- | --- |',
)
await measure('a page from the cache', () => read('/category/housing'))
await measure('a list as JSON, from the cache', () => read('/api/listings/category/jobs'))
await measure('a listing as JSON, from the cache', () => read(`/api/listings/${id}`))
await measure('a script or a picture', async () => read(await findScript()))
await measure('a search that somebody else has made', () => read(...typed.slice(0, 200).map(toPath)))
await measure('a new search', () => read(...typed.slice(200).map(toPath)))
const posts = await makePosts(12_000)
await measure('a post', () => loadOnce({ paths: ['/api/listings'], posts: posts.slice(0, 10_000) }))
await measure('a post, and the first visit of its category', () => postAndVisit(posts.slice(10_000, 10_200)))
await measure('a publish of a page', publish)

async function measure(name: string, run: () => Promise<number>): Promise<void> {
  const before = await readTimes()
  const count = await run()
  const after = await readTimes()
  const [server = 0, postgres = 0] = after.map((time, index) => (time - (before[index] ?? 0)) / count)
  const rate = 1_000 / (server + postgres)
  console.log(`| ${name} | ${server.toFixed(2)} ms | ${postgres.toFixed(2)} ms | ${Math.round(rate)} |`)
}

async function loadOnce(wanted: Omit<Parameters<typeof load>[1], 'seconds'>): Promise<number> {
  const { rate, failed } = await load(api.base, { ...wanted, seconds })
  if (failed > 0) throw new Error(`${failed} requests failed`)
  return rate * seconds
}

async function findScript(): Promise<string> {
  const page = await (await fetch(`${api.base}/`)).text()
  return /\/_astro\/[^"]+\.js/.exec(page)?.[0] ?? ''
}

async function postAndVisit(some: typeof posts): Promise<number> {
  for (const { address, body } of some) {
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': address }
    const { ok } = await fetch(`${api.base}/api/listings`, { method: 'POST', headers, body })
    if (!ok) throw new Error('a post failed')
    await (await fetch(`${api.base}/category/jobs`)).text()
  }
  return some.length
}

async function publish(): Promise<number> {
  for (let round = 1; round <= publishes; round += 1) {
    const title = `sponsors of round ${round}`
    await content.patch('sponsors').set({ title }).commit()
    while (!(await (await fetch(`${api.base}/sponsors`)).text()).includes(title)) await sleep(20)
  }
  return publishes
}

/** Milliseconds of processor time so far, of the server's processes and of Postgres'. */
async function readTimes(): Promise<[number, number]> {
  const processes = new Map<number, { parent: number; ticks: number }>()
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    // The fields follow the name in brackets: proc_pid_stat(5). Ended children count in their parent.
    const stat =
      (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')).split(') ').at(-1)?.split(' ') ?? []
    const ticks = stat.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    processes.set(Number(pid), { parent: Number(stat[1]), ticks })
  }
  const isBelow = (pid: number, root: number): boolean =>
    pid === root || (pid > 1 && isBelow(processes.get(pid)?.parent ?? 0, root))
  const sumBelow = (root = 0) =>
    [...processes].reduce((sum, [pid, { ticks }]) => sum + (isBelow(pid, root) ? ticks : 0), 0) * msPerTick
  return [sumBelow(api.pid), sumBelow(postmaster)]
}

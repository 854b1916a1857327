import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { inLanguage } from '#domain/in-language.ts'
import { type Language, languages, linkTo, locale } from '#domain/language.ts'
import { catalogue, categoryPath } from '#domain/listings/catalogue.ts'
import { startOfDay, toDay } from '#domain/pacific.ts'
import { staticPages } from '#domain/pages/pages.ts'
import { startDocumentedNginx } from '../tests/documented-servers.ts'
import { runVarnish } from '../tests/varnish.ts'
import { createExpectations } from './expectations.ts'
import { fillEvents, fillListings } from './fill.ts'
import { combine, type Figures, load, percentile } from './load.ts'
import { startNginx } from './peers/nginx.ts'
import { makePosts } from './posts.ts'
import { openContent, startApi, startBare, startDatabase } from './processes.ts'
import { readRepeatedly, request } from './read-repeatedly.ts'

/**
 * `npm run bench:edge` loads files of a release through nginx, then reads pages through Varnish while content changes:
 * how many requests reach the server, how soon a change is visible, and whether any answer is stale. `-- --minutes 1`
 * takes one minute instead of ten.
 *
 * Nine of ten requests are for 500 pages in three languages, the others for JSON. Each second a listing is posted; every
 * ten seconds one is changed with SQL, and a page and an event are published. At the end the server is killed.
 */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } })
const duration = Number(values.minutes) * 60_000
/** Requests a second, if the machine can send as many. */
const rate = 2_000
const identity = { 'Accept-Encoding': 'identity' }

const report = (holds: boolean, line: string) => console.log(`${holds ? '✔' : '✘'} ${line}`)

execFileSync('npm', ['run', '--silent', 'prepare:version'], { stdio: 'inherit' })
await using database = await startDatabase()
const { sql, url, scratch } = database
await fillListings(sql, 5_000)
await fillEvents(sql, 500)
const ports = { visitors: 4397, purge: 4396, site: 4399 }
await using varnish = await runVarnish(scratch, ports)
const base = `http://127.0.0.1:${ports.visitors}`
await using api = await startApi(url, { PURGE_URL: `http://127.0.0.1:${ports.purge}/` })
const content = await openContent(api.dataFolder)

await compareWebServers()

const listings = await sql<
  { id: string }[]
>`select id from listings order by created_at desc, id desc limit 400`
const inLanguages = (path: string) => languages.map((language) => linkTo(path, language))
const categories = catalogue.flatMap(({ name, subcategories }) => [
  categoryPath(name),
  ...subcategories.map((within) => categoryPath(name, within.name)),
])
const pages = [
  '/',
  '/events',
  '/post',
  '/transparency',
  ...staticPages.map(({ path }) => path),
  ...categories,
]
  .concat(listings.map(({ id }) => `/listing/${id}`))
  .flatMap(inLanguages)
  .slice(0, 500)
const json = [...catalogue.map(({ slug }) => `/api/listings/category/${slug}`), '/api/events']
const pick = (from: string[]) => from[randomInt(from.length)] ?? ''
const choose = () => pick(randomInt(10) > 0 ? pages : json)

const { expect, isStale } = createExpectations()
const [visibleAfter, stale, failed]: [number[], string[], string[]] = [[], [], []]
let read = 0

/** The documented nginx, and one that only serves the same files. */
async function compareWebServers(): Promise<void> {
  const releases = join(api.dataFolder, 'releases')
  const address = { host: '127.0.0.1', port: 4395 }
  await using ends = new AsyncDisposableStack()
  const folder = join(scratch, 'documented')
  await mkdir(folder)
  const settings = { folder, address, ports: { site: ports.site }, releases }
  ends.use(await startDocumentedNginx(settings, 'worker_processes 1;'))
  await using plain = await startNginx(scratch, join(releases, 'current'))
  const [script = ''] = /_astro\/[^"]+\.js/.exec((await request(`${api.base}/apply`)).body) ?? []
  const paths = ['/about', '/es/sponsors', `/${script}`]
  using bare = await startBare(api.base, paths, identity)
  const servers = {
    documented: `http://${address.host}:${address.port}`,
    plain: plain?.base ?? '',
    bare: bare.base,
  }
  for (const path of paths) {
    const runs = Object.fromEntries(Object.keys(servers).map((name): [string, Figures[]] => [name, []]))
    for (let round = 0; round < 5; round += 1)
      for (const [name, server] of Object.entries(servers))
        runs[name]?.push(await load(server, { paths: [path], headers: identity, seconds: 2 }))
    const [ours, nginx, node] = ['documented', 'plain', 'bare'].map((name) => combine(runs[name] ?? []).rate)
    const ratio = (ours ?? 0) / (nginx ?? 0)
    const rates = [ours, nginx, node].map((each) => Math.round(each ?? 0)).join(', ')
    report(
      ratio >= 0.95,
      `${path}: ${ratio.toFixed(2)} of nginx (documented, plain, node: ${rates} a second)`,
    )
  }
}

/** Waits until the first path shows a change that has been acknowledged. */
async function follow(paths: string[], text: string): Promise<void> {
  expect(paths, text)
  const changedAt = performance.now()
  const isVisible = async () => (await request(base + paths[0])).body.includes(text)
  while (!(await isVisible())) await sleep(20)
  visibleAfter.push(performance.now() - changedAt)
}

const posts = (await makePosts(Math.ceil(duration / 1_000) + 100)).values()

async function post(): Promise<void> {
  const { address = '', body = '' } = posts.next().value ?? {}
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': address }
  const answer = await fetch(`${base}/api/listings`, { method: 'POST', headers, body })
  if (answer.status !== 201) throw new Error(`A post was answered with ${answer.status}`)
  const { id, withheld, category, subcategory } = (await answer.json()) as Record<string, string>
  if (withheld) return
  const lists = [categoryPath(category ?? ''), categoryPath(category ?? '', subcategory)].flatMap(inLanguages)
  await follow([...lists, `/api/listings/category/${category}`], `${id}`)
}

async function edit(): Promise<void> {
  const path = pick(pages.filter((each) => each.startsWith('/listing/')))
  const title = `Changed title ${randomInt(1e9)}`
  await sql`update listings set title = ${title} where id = ${path.split('/').at(-1) ?? ''}`
  await follow(inLanguages(path), title)
}

async function publish(): Promise<void> {
  const price = randomInt(100, 1_000) * 1_000
  await content.patch('sponsors').set({ 'tiers[0].price': price }).commit()
  const money = {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    notation: 'compact',
  } as const
  const write = (language: Language) =>
    inLanguage(language, () => new Intl.NumberFormat(locale(), money).format(price))
  for (const language of languages) expect([linkTo('/sponsors', language)], write(language))
  await follow(['/sponsors'], write('en'))
}

async function publishEvent(): Promise<void> {
  const title = `Published event ${randomInt(1e9)}`
  // Midnight, so that it is the first one in the list.
  const date = startOfDay(toDay(new Date())).toISOString()
  const event = { _id: 'edge', _type: 'event', title, date, organizers: 'the community', location: 'SHACK15' }
  await content.createOrReplace(event)
  await follow([...inLanguages('/events'), '/api/events'], title)
}

/** Begins `work` at each interval, in milliseconds, until the signal aborts. Waits for all. */
async function repeat(interval: number, work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const running: Promise<void>[] = []
  while (!signal.aborted) {
    running.push(work().catch((error: Error) => void failed.push(error.message)))
    await sleep(interval, undefined, { signal }).catch(() => {})
  }
  await Promise.all(running)
}

// Until the purges of the start are over, and each page has been asked for once.
await sleep(3_000)
for (const path of [...pages, ...json]) await request(base + path)
const before = await varnish.readCounters()
const signal = AbortSignal.timeout(duration)
await Promise.all([
  readRepeatedly(base, choose, {
    rate,
    signal,
    onAnswer: ({ path, status, body, requestedAt }) => {
      read += 1
      if (status !== 200) failed.push(`${path}: ${status}`)
      else if (isStale(path, body, requestedAt)) stale.push(path)
    },
  }),
  repeat(1_000, post, signal),
  repeat(10_000, edit, signal),
  repeat(10_000, publish, signal),
  repeat(10_000, publishEvent, signal),
])
const after = await varnish.readCounters()
const share = 1 - (after.backend - before.backend) / (after.client - before.client)

api.kill()
const away: string[] = []
for (const path of [...pages, ...json]) if ((await request(base + path)).status !== 200) away.push(path)
const refused = await fetch(`${base}/api/listings`, { method: 'POST' })

const listSome = (some: string[]) => [...new Set(some)].slice(0, 6).join(' ')
const p95 = percentile(visibleAfter, 0.95)
report(
  share >= 0.99,
  `${(100 * share).toFixed(2)} % of ${read} requests did not reach the server (goal: 99 %)`,
)
report(
  p95 <= 2_000,
  `${visibleAfter.length} changes visible after ${Math.round(p95)} ms at the 95th percentile`,
)
report(stale.length === 0, `${stale.length} stale answers ${listSome(stale)}`)
report(failed.length === 0, `${failed.length} failed requests ${listSome(failed)}`)
report(away.length === 0, `${away.length} pages missing while the server is killed ${listSome(away)}`)
report(refused.status === 503, `a post is answered with ${refused.status} then: ${await refused.text()}`)

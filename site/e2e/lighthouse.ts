import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { request } from '@playwright/test'
import { languages, linkTo } from '#domain/language.ts'
import { catalogue } from '#domain/listings/catalogue.ts'
import { findBrowser } from './support/browser.ts'
import { makeManyEvents, storeEvents } from './support/events.ts'
import { postListing } from './support/listings.ts'
import { type SiteServer, startDemo } from './support/server.ts'

/**
 * Lighthouse's mobile audit of every screen in every language: the run with the median performance, and every audit that
 * costs points.
 *
 * `npm run bench:lighthouse [-- <address of a running site> [runs]]`; without an address, the demo is started,
 * and gets many more events and listings. Lighthouse comes from the npm registry at the first run: it brings 170 MB that
 * nothing else needs.
 */
const version = '13.5.0'
const [given = '', runs = '3'] = parseArgs({ allowPositionals: true }).positionals
const limits = { lcp: 1200, tbt: 50, cls: 0 }
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const missing = '/no-such-page'
/** Audits that the not-found page fails by its nature: it must answer 404, and search engines must not list it. */
const expectedOf404 = ['http-status-code', 'is-crawlable', 'errors-in-console']

type Audit = { title: string; score: number | null; numericValue?: number }
type Category = { score: number; auditRefs: Array<{ id: string; weight: number }> }
type Report = { audits: Record<string, Audit>; categories: Record<string, Category> }
type Result = { scores: number[]; lcp: number; tbt: number; cls: number; failed: string[] }

const run = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'founderlist-lighthouse-'))
const server = given ? undefined : await startDemo({ SPAM_FILTER: 'log' })
const address = given || (server?.address ?? '')
try {
  if (server) await addRows(server)
  console.log(
    '| page | performance | accessibility | best practices | SEO | LCP ms | TBT ms | CLS | misses |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|')
  for (const path of await listPaths()) console.log(toRow(path, await measure(path)))
} finally {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
}

/** 120 events over six weeks, and two listings for each subcategory. */
async function addRows(running: SiteServer): Promise<void> {
  const client = await request.newContext({ baseURL: running.address })
  for (const { name: category, subcategories } of [...catalogue, ...catalogue])
    for (const { name: subcategory } of subcategories) await postListing(client, { category, subcategory })
  await storeEvents(makeManyEvents(120, 9), running)
}

async function listPaths(): Promise<string[]> {
  const findId = async (path: string, title = '') => {
    const found = (await (await fetch(address + path)).json()) as Array<{ id: string; title: string }>
    const first = found.find((one) => one.title === title) ?? found[0]
    if (!first) throw new Error(`${path} is empty: start the site with example data (npm run demo)`)
    return first.id
  }
  const listing = `/listing/${await findId('/api/listings/category/housing', 'Room with a workbench in Bernal Heights')}`
  const event = `/event/${await findId('/api/events', 'Coffee before code')}`
  const texts = ['/about', '/mentors', '/sponsors', '/team', '/contact', '/transparency']
  const lists = ['/', '/category/housing', '/category/housing/hacker-houses', '/events', '/calendar']
  const forms = ['/post', '/apply', '/events/suggest']
  const pages = [...lists, listing, event, ...forms, ...texts, missing]
  return languages.flatMap((language) => pages.map((path) => linkTo(path, language)))
}

async function measure(path: string): Promise<Result> {
  const results: Result[] = []
  for (let index = 0; index < Number(runs); index += 1) results.push(toResult(path, await audit(path)))
  const sorted = results.toSorted(
    (one, other) => (one.scores[0] ?? 0) - (other.scores[0] ?? 0) || other.lcp - one.lcp,
  )
  return sorted[Math.floor(sorted.length / 2)] as Result
}

async function audit(path: string): Promise<Report> {
  const { executablePath = '', args = [], env } = await findBrowser()
  const output = join(folder, 'report.json')
  const lighthouse = ['exec', '--yes', `--package=lighthouse@${version}`, '--', 'lighthouse', address + path]
  const options = [
    '--quiet',
    '--output=json',
    `--output-path=${output}`,
    `--only-categories=${categories.join()}`,
  ]
  const chrome = `--chrome-flags=${['--headless=new', ...args].join(' ')}`
  const measureOnce = () =>
    run('npm', [...lighthouse, ...options, chrome, '--ignore-status-code'], {
      env: { ...process.env, ...env, CHROME_PATH: executablePath },
    })
  // Chromium's trace sometimes lacks its beginning: then Lighthouse has no figures and asks for another run.
  await measureOnce().catch((error: { stderr?: string }) => {
    if (!error.stderr?.includes('NO_NAVSTART')) throw error
    return measureOnce()
  })
  return JSON.parse(await readFile(output, 'utf8')) as Report
}

function toResult(path: string, { audits, categories: found }: Report): Result {
  const isExpected = (id: string) => path.endsWith(missing) && expectedOf404.includes(id)
  const failed = Object.values(found)
    .flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
    .filter(({ id }) => (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => (isExpected(id) ? `${id} (expected)` : id))
  const read = (id: string) => audits[id]?.numericValue ?? Number.NaN
  return {
    scores: categories.map((name) => Math.round((found[name]?.score ?? 0) * 100)),
    lcp: read('largest-contentful-paint'),
    tbt: read('total-blocking-time'),
    cls: read('cumulative-layout-shift'),
    failed,
  }
}

function toRow(path: string, { scores, lcp, tbt, cls, failed }: Result): string {
  const missed = [lcp > limits.lcp && 'LCP', tbt > limits.tbt && 'TBT', cls > limits.cls && 'CLS'].filter(
    Boolean,
  )
  const name = path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '{id}')
  const cells = [
    name,
    ...scores,
    lcp.toFixed(0),
    tbt.toFixed(0),
    cls.toFixed(3),
    [...missed, ...failed].join(', '),
  ]
  return `| ${cells.join(' | ')} |`
}

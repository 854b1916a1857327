import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it, vi } from 'vitest'
import { findFreePort } from '../../site/e2e/support/free-port.ts'
import { createContentClient } from '../content/client.ts'
import { openDatabase } from '../database/open.ts'
import { openEmptyDatabase } from '../tests/database.ts'
import { ensureDebianPackages } from '../tests/debian-packages.ts'
import { postOne } from '../tests/manage.ts'
import { pollOptions } from '../tests/poll-options.ts'
import { usePreparedData } from '../tests/prepared-data.ts'
import { listingInput, post } from '../tests/serve.ts'
import { type RegisterCleanup, startServer } from '../tests/server-process.ts'
import { runVarnish } from '../tests/varnish.ts'

let site: Awaited<ReturnType<typeof open>>

beforeAll(async () => {
  await ensureDebianPackages('varnish', 'varnish-modules')
  await using ends = new AsyncDisposableStack()
  site = await open((end) => ends.defer(end))
  const atTheEnd = ends.move()
  return () => atTheEnd.disposeAsync()
}, 600_000)

const copyData = usePreparedData()

/** The site behind Varnish, for all tests. */
async function open(onEnd: RegisterCleanup) {
  const data = await copyData(['content', 'releases'], onEnd)
  const { url } = await openEmptyDatabase(onEnd)
  const [visitors, purge, port] = [await findFreePort(), await findFreePort(), await findFreePort()]
  const varnish = await runVarnish(data.DATA_DIR, { visitors, purge, site: port })
  onEnd(() => varnish[Symbol.asyncDispose]())
  const variables = {
    ...data,
    DATABASE_URL: url,
    PORT: String(port),
    PURGE_URL: `http://127.0.0.1:${purge}/`,
    SPAM_FILTER: 'log',
    TRUSTED_PROXIES: '127.0.0.1',
  }
  const server = await startServer(variables, { onEnd })
  const startAgain = () => startServer(variables)
  const read = async (name: string) => (await readFile(join(data.DATA_DIR, 'content', name), 'utf8')).trim()
  const content = async () =>
    createContentClient({
      projectId: 'local',
      dataset: 'production',
      apiHost: `http://127.0.0.1:${await read('port')}`,
      token: await read('token'),
      perspective: 'published',
    })
  const sql = openDatabase(url)
  onEnd(() => sql.end())
  const base = `http://127.0.0.1:${visitors}`
  const text = async (path: string) => (await fetch(base + path)).text()
  const shows = (path: string, words: string) =>
    vi.waitUntil(async () => (await text(path)).includes(words), pollOptions)
  const reachesSite = async (ask: () => Promise<unknown>) => {
    const before = await varnish.readCounters()
    await ask()
    return (await varnish.readCounters()).backend > before.backend
  }
  /** Repeats requests until Varnish alone answers them: purges are repeated after a second. */
  const untilKept = (ask: () => Promise<unknown>) =>
    vi.waitUntil(async () => !(await reachesSite(ask)), pollOptions)
  // The probe has found the site.
  await vi.waitUntil(async () => (await fetch(`${base}/about`)).ok, pollOptions)
  return { base, server, startAgain, content, sql, text, shows, untilKept }
}

it('keeps pages for visitors, who ask each time', async () => {
  const { base, untilKept } = site
  const ask = (headers: Record<string, string>) => fetch(`${base}/es/about`, { headers })
  const first = await ask({ 'Accept-Encoding': 'gzip, br', Cookie: 'other=1' })
  expect(first.headers.get('content-encoding')).toBe('br')
  expect(first.headers.get('cache-control')).toBe('no-cache')
  for (const name of ['surrogate-key', 'cache-tag', 'xkey']) expect(first.headers.has(name)).toBe(false)
  await first.text()
  const etag = first.headers.get('etag') ?? ''
  const again = async () => {
    const { status } = await ask({ 'Accept-Encoding': 'br', 'If-None-Match': etag })
    expect(status).toBe(304)
  }
  await untilKept(again)
  expect((await fetch(`${base}/nothing`)).status).toBe(404)
})

it('shows what is posted, changed with SQL or published', { timeout: 300_000 }, async () => {
  const { base, content, sql, text, shows, untilKept } = site
  for (const path of ['/category/housing', '/sponsors', '/fr/sponsors']) await untilKept(() => text(path))
  const { id } = await postOne(base)
  await shows('/category/housing', id)
  await shows(`/listing/${id}`, 'Room in the Mission')
  await sql`update listings set title = 'Changed with SQL' where id = ${id}`
  await shows(`/listing/${id}`, 'Changed with SQL')
  await shows('/category/housing', 'Changed with SQL')
  expect(await text('/category/housing')).not.toContain('Room in the Mission')
  await (await content()).patch('sponsors').set({ 'tiers[0].price': 191_000 }).commit()
  await shows('/sponsors', '$191K')
  await shows('/fr/sponsors', '191')
})

it('shows a poster the own listing, and nobody else that answer', async () => {
  const { base, text, untilKept } = site
  const { id, manageToken } = await postOne(base)
  const own = await fetch(`${base}/listing/${id}`, { headers: { Cookie: `posted=posted.${manageToken}` } })
  expect(await own.text()).toContain(manageToken)
  const other = await (await fetch(`${base}/listing/${id}`)).text()
  expect(other).toContain('Room in the Mission')
  expect(other).not.toContain(manageToken)
  await untilKept(() => text(`/listing/${id}`))
})

it(
  'answers while the site is away, refuses posts, and is new when it is back',
  { timeout: 300_000 },
  async () => {
    const { base, server, startAgain, sql, text, shows, untilKept } = site
    const { id } = await postOne(base)
    const paths = ['/', '/about', '/category/housing', `/listing/${id}`, '/api/events']
    await shows('/category/housing', id)
    for (const path of paths) await untilKept(() => text(path))
    // Purged, but not yet asked for again.
    await sql`update listings set title = 'Just before' where id = ${id}`
    server.kill('SIGKILL')
    await server.exited
    for (const path of paths) expect([path, (await fetch(base + path)).status]).toEqual([path, 200])
    const refused = await post(base, listingInput())
    expect([refused.status, refused.headers.get('retry-after'), await refused.text()]).toEqual([
      503,
      '5',
      'the site cannot be reached right now, and nothing was saved: try again in a minute',
    ])
    await sql`update listings set title = 'Meanwhile' where id = ${id}`
    await startAgain()
    await shows(`/listing/${id}`, 'Meanwhile')
  },
)

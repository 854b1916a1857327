import type { SanityClient } from '@sanity/client'
import { once } from 'node:events'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { findFreePort } from '../../site/e2e/support/free-port.ts'
import { createContentClient } from '../content/client.ts'
import { openEmptyDatabase } from '../tests/database.ts'
import { type PreparedData, usePreparedData } from '../tests/prepared-data.ts'
import { findStatus } from '../tests/publish-status.ts'
import { type RegisterCleanup, runCommand, type ServerProcess, startServer } from '../tests/server-process.ts'
import { pollOptions } from '../tests/poll-options.ts'

type Site = {
  server: ServerProcess
  data: PreparedData
  /** URL of its database. */
  url: string
  apiHost: string
  client: SanityClient
}

const copyData = usePreparedData()

/** The whole product on a database, with its own Content Lake. */
async function startSite(
  variables: NodeJS.ProcessEnv = {},
  onEnd: RegisterCleanup = onTestFinished,
): Promise<Site> {
  const data = await copyData(['content', 'releases'], onEnd)
  const url = variables['DATABASE_URL'] ?? (await openEmptyDatabase(onEnd)).url
  const server = await startServer({ ...data, LOG_LEVEL: 'info', ...variables, DATABASE_URL: url }, { onEnd })
  const { DATA_DIR } = data
  const read = async (name: string) => (await readFile(join(DATA_DIR, 'content', name), 'utf8')).trim()
  const apiHost = `http://127.0.0.1:${await read('port')}`
  const settings = { projectId: 'local', dataset: 'production', apiHost, perspective: 'published' } as const
  return {
    server,
    data,
    url,
    apiHost,
    client: createContentClient({ ...settings, token: await read('token') }),
  }
}

/** A site shared by the tests that only publish. */
function useSite(): () => Site {
  let site: Site | undefined
  beforeAll(async () => {
    await using ends = new AsyncDisposableStack()
    site = await startSite({}, (end) => ends.defer(end))
    const atTheEnd = ends.move()
    return () => atTheEnd.disposeAsync()
    // The first start of a version builds its pages.
  }, 300_000)
  return () => {
    if (!site) throw new Error('The site of the tests has not been started yet')
    return site
  }
}

const setPrice = (client: SanityClient, price: unknown) =>
  client.patch('sponsors').set({ 'tiers[0].price': price }).commit()
const readPage = async ({ base }: ServerProcess, path = '/sponsors') => (await fetch(base + path)).text()
const expectShown = (server: ServerProcess, text: string, path?: string) =>
  vi.waitUntil(async () => (await readPage(server, path)).includes(text), pollOptions)

const event = (id: string, title: string) => ({
  _id: id,
  _type: 'event',
  title,
  date: '2026-12-01T02:00:00Z',
  organizers: 'the community',
  location: 'SHACK15',
})

describe('from publish to live', { timeout: 300_000 }, () => {
  const readSite = useSite()

  it('shows a changed page and a new event, and removes a deleted event', async () => {
    const { server, client } = readSite()
    await setPrice(client, 175_000)
    await expectShown(server, '$175K')
    await client.createOrReplace(event('one', 'A published event'))
    await expectShown(server, 'A published event', '/api/events')
    await client.delete('one')
    await vi.waitUntil(async () => (await readPage(server, '/api/events')) === '[]', pollOptions)
  })

  it('fault 22: shows the last of a hundred publishes, and renders only a few of them', async () => {
    const { server, client } = readSite()
    const listReleases = () => new Set(server.log().match(/(?<="release":")[^"]+/g))
    const before = listReleases()
    const startedAt = performance.now()
    const patches = Array.from({ length: 100 }, (_, index) => setPrice(client, 201_000 + index * 1000))
    await Promise.all(patches)
    const last = await client.fetch<number>('*[_id == "sponsors"][0].tiers[0].price')
    await expectShown(server, `$${last / 1000}K`)
    // Two per second, and the last one: three if all hundred came within a second.
    const seconds = Math.ceil((performance.now() - startedAt) / 1000)
    expect(listReleases().difference(before).size).toBeLessThanOrEqual(2 * seconds + 1)
  })

  it('fault 21: never shows half a change or an error while twenty releases are swapped', async () => {
    const { server, client } = readSite()
    const seen: string[] = []
    let isOver = false
    const crawl = (async () => {
      while (!isOver) {
        const answer = await fetch(`${server.base}/sponsors`)
        const page = await answer.text()
        seen.push(answer.status === 200 && page.endsWith('</html>') ? 'whole' : `${answer.status}`)
        // Both figures must come from one revision of the document.
        const [, price, cities] = /\$(\d+)K[\s\S]*?(\d+)-\d+ cities/.exec(page) ?? []
        if (Number(price) >= 301 && Number(price) - 300 !== Number(cities))
          seen.push(`mixed: ${price} ${cities}`)
        // Without this pause the loop would keep a processor busy, which the swaps need.
        await sleep(5)
      }
    })()
    for (let round = 1; round <= 20; round += 1) {
      await client
        .patch('sponsors')
        .set({
          'tiers[0].price': (300 + round) * 1000,
          'tiers[0].citiesFrom': round,
          'tiers[0].citiesTo': 99,
        })
        .commit()
      await expectShown(server, `$${300 + round}K`)
    }
    isOver = true
    await crawl
    expect(new Set(seen)).toEqual(new Set(['whole']))
  })

  it('fault 18: leaves the page of a broken document unchanged, byte for byte, and updates all others', async () => {
    const { server, client, apiHost } = readSite()
    const find = (id: string) => findStatus(server.base, id, new URL(apiHost).origin)
    const untilLive = ({ _id, _rev }: { _id: string; _rev: string }) =>
      expect.poll(async () => (await find(_id)).revisions, pollOptions).toEqual([_rev])
    // The last release of the previous test may still be in progress.
    const whole = await setPrice(client, 164_000)
    await untilLive(whole)
    const before = await readPage(server)
    await setPrice(client, 'a lot')
    await untilLive(await client.patch('about').set({ title: 'About the others' }).commit())
    expect(await readPage(server, '/about')).toContain('About the others')
    expect(await readPage(server)).toBe(before)
    const reason = expect.stringMatching(/^sponsors: tiers\[0\] \(Tier 1 Pilot\)\.price: must be/)
    const since = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)
    expect(await find('sponsors')).toEqual({
      revisions: [whole._rev],
      stale: { pages: ['/sponsors'], since, reason },
      path: '/sponsors',
    })
    const answer = await fetch(`${server.base}/api/health`)
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        status: 'ok',
        release: expect.any(String),
        database: 'ok',
        content: 'stale',
        lastProvenBackup: null,
        stale: [{ page: '/sponsors', since, reason }],
      },
    ])
    // The reason is logged after the status shows it.
    await server.waitForLog('tiers[0] (Tier 1 Pilot).price')
    await untilLive(await setPrice(client, 165_000))
    expect(await readPage(server)).toContain('$165K')
    expect(await (await fetch(`${server.base}/api/health`)).json()).toMatchObject({ content: 'ok' })
  })

  it('fault 23: reaches every process on one database', async () => {
    const first = readSite()
    const second = await startServer({
      DATABASE_URL: first.url,
      SANITY_PROJECT_ID: 'local',
      SANITY_API_HOST: first.apiHost,
      SANITY_READ_TOKEN: first.client.config().token,
      SANITY_WEBHOOK_SECRET: 'a-secret-that-nobody-uses',
    })
    await setPrice(first.client, 185_000)
    await expectShown(first.server, '$185K')
    await expectShown(second, '$185K')
    await first.client.createOrReplace(event('both', 'For both'))
    await expectShown(second, 'For both', '/api/events')
    await first.client.delete('both')
    await vi.waitUntil(async () => (await readPage(first.server, '/api/events')) === '[]', pollOptions)
  })

  it('calls the host’s deploy hook instead of making a release, until the host accepts', async () => {
    let [status, calls] = [200, 0]
    const host = createServer((_request, response) => {
      calls += 1
      response.writeHead(status).end()
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void host.close())
    await once(host, 'listening')
    const { port } = host.address() as AddressInfo
    const { server, client, apiHost, data } = await startSite({
      DEPLOY_HOOK_URL: `http://127.0.0.1:${port}/hook`,
    })
    await vi.waitUntil(() => calls === 1, pollOptions)
    const find = (id: string) => findStatus(server.base, id, new URL(apiHost).origin)
    status = 500
    const { _rev } = await setPrice(client, 155_000)
    await expect
      .poll(() => find('sponsors'), pollOptions)
      .toMatchObject({ isHandedOver: true, reason: 'The host that builds the site answers 500.' })
    expect((await find('sponsors')).revisions).not.toContain(_rev)
    status = 201
    await expect
      .poll(() => find('sponsors'), pollOptions)
      .toEqual({ revisions: [_rev], isHandedOver: true, path: '/sponsors' })
    expect(await readPage(server)).toContain('$150K')
    const releases = await readdir(join(data.DATA_DIR, 'releases'))
    expect(releases.filter((name) => /^\d/.test(name))).toHaveLength(1)
  })

  it('fault 13: catches up with changes that were published while no server ran', async () => {
    const STUDIO_PORT = String(await findFreePort())
    const site = await startSite({ STUDIO_PORT })
    await site.client.createOrReplace(event('kept', 'Still there'))
    await expectShown(site.server, 'Still there', '/api/events')
    site.server.kill('SIGKILL')
    await site.server.exited
    const { url } = await openEmptyDatabase()
    // Another database, which has received no webhook.
    const again = await startServer({ DATABASE_URL: url, ...site.data, STUDIO_PORT })
    await expectShown(again, 'Still there', '/api/events')
  })

  it('rolls back to an earlier release by a command, and forward with the next publish', async () => {
    const { server, client, data } = readSite()
    await setPrice(client, 194_000)
    await expectShown(server, '$194K')
    const [, first = ''] = /^\* (\S+)/m.exec((await runCommand('releases.ts', [], data)).stdout) ?? []
    await setPrice(client, 195_000)
    await expectShown(server, '$195K')
    expect((await runCommand('releases.ts', [first], data)).stdout).toContain(`* ${first}`)
    await expectShown(server, '$194K')
    expect(await runCommand('releases.ts', ['nonsense'], data)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no release nonsense'),
    })
    // As an earlier version of the code would have left it.
    const manifest = join(data.DATA_DIR, 'releases', first, 'release.json')
    const text = await readFile(manifest, 'utf8')
    await writeFile(manifest, JSON.stringify({ ...JSON.parse(text), version: 'earlier' }))
    await setPrice(client, 193_000)
    await expectShown(server, '$193K')
    const listed = (await runCommand('releases.ts', [], data)).stdout
    expect(listed).toMatch(new RegExp(`^  ${first} .*, of another version of the code`, 'm'))
    expect(await runCommand('releases.ts', [first], data)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^The release \S+ was made by another version of the code or for .*\n$/),
    })
    expect((await runCommand('releases.ts', [], data)).stdout).toBe(listed)
    await setPrice(client, 196_000)
    await expectShown(server, '$196K')
  })

  it('fault 25, 63: serves the assets of earlier releases, but none of their other files, and no symbolic link', async () => {
    const { server, client, data } = readSite()
    const releases = join(data.DATA_DIR, 'releases')
    const [id = ''] = (await readdir(releases)).filter((name) => /^\d/.test(name))
    const folder = join(releases, id.replace(/^\d/, '0'))
    // Like a release of an earlier version of the code.
    await mkdir(join(folder, '_astro'), { recursive: true })
    const files = ['_astro/earlier.12345678.js', 'old.html']
    for (const file of files) await writeFile(join(folder, file), 'earlier')
    await symlink('/etc/passwd', join(folder, '_astro/link.12345678.js'))
    await symlink('/etc', join(folder, '_astro/etc'))
    const release = {
      id: id.replace(/^\d/, '0'),
      madeAt: '2026-01-01T00:00:00.000Z',
      version: 'earlier',
      files,
    }
    await writeFile(join(folder, 'release.json'), JSON.stringify(release))
    const answer = await fetch(`${server.base}/_astro/earlier.12345678.js`)
    expect([answer.status, await answer.text(), answer.headers.get('cache-control')]).toEqual([
      200,
      'earlier',
      'public, max-age=31536000, immutable',
    ])
    for (const path of [
      '/old.html',
      '/_astro/never.js',
      '/_astro/..%2Frelease.json',
      '/_astro/link.12345678.js',
      '/_astro/etc/passwd',
      '/release.json',
    ])
      expect([path, (await fetch(server.base + path)).status]).toEqual([path, 404])
    for (let price = 601; price <= 606; price += 1) {
      await setPrice(client, price * 1000)
      await expectShown(server, `$${price}K`)
    }
    await vi.waitUntil(async () => !(await readdir(releases)).includes(release.id), pollOptions)
    expect((await fetch(`${server.base}/_astro/earlier.12345678.js`)).status).toBe(200)
    expect((await fetch(`${server.base}/old.html`)).status).toBe(404)
  })

  // Must be the last test: it stops the server.
  it('can be checked with npm run sync, beside the server and without it', async () => {
    const { server, client, data, url } = readSite()
    await client.createOrReplace(event('one', 'An event'))
    await expectShown(server, 'An event', '/api/events')
    const sync = () => runCommand('sync.ts', [], { ...data, DATABASE_URL: url })
    expect(await sync()).toMatchObject({
      code: 0,
      stdout: '1 published events: 0 written, 0 removed, 0 cannot be shown\n',
    })
    server.kill('SIGTERM')
    await server.exited
    expect(await sync()).toMatchObject({
      code: 0,
      stdout: '1 published events: 0 written, 0 removed, 0 cannot be shown\n',
    })
  })
})

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createContentClient } from '../../content/client.ts'
import { openTestDatabase } from '../../tests/database.ts'
import { findStatus } from '../../tests/publish-status.ts'
import { startServer } from '../../tests/server-process.ts'
import { pollOptions } from '../../tests/poll-options.ts'

it('gives the Studio its link, the address of the site, and the status of pages, events and venues', async () => {
  const { url } = await openTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-status-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  const server = await startServer({ DATABASE_URL: url, DATA_DIR: folder, LAKE_OPEN: '1' })
  const [port, token] = await Promise.all(
    ['port', 'token'].map(async (name) => (await readFile(join(folder, 'content', name), 'utf8')).trim()),
  )
  const studio = `http://localhost:${port}`
  expect(server.output()).toMatch(new RegExp(`^The Studio: ${studio}/open#[A-Za-z]{32}$`, 'm'))
  // Only `npm run dev` and `npm run demo` open the Studio, whatever the environment says.
  const own = { headers: { 'Sec-Fetch-Site': 'same-origin' } }
  expect((await fetch(`${studio}/studio-settings.json`, own)).status).toBe(401)
  const answer = await fetch(`${studio}/studio-settings.json`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  const settings = (await answer.json()) as { siteUrl?: string }
  expect(settings.siteUrl).toBe(`http://localhost:${server.port}`)
  for (const origin of [studio, `http://127.0.0.1:${port}`]) {
    const { headers } = await fetch(`${server.base}/api/publishing/about`, {
      headers: { Origin: origin },
    })
    expect(headers.get('access-control-allow-origin')).toBe(origin)
  }

  const client = createContentClient({
    projectId: 'local',
    dataset: 'production',
    apiHost: `http://127.0.0.1:${port}`,
    perspective: 'published',
    token,
  })
  const { _rev } = await client.patch('team').set({ title: 'the team' }).commit()
  await expect
    .poll(() => findStatus(server.base, 'team', studio), pollOptions)
    .toEqual({ revisions: [_rev], path: '/team' })
  expect(await (await fetch(`${server.base}/team`)).text()).toContain('the team')

  const statusOf = (id: string) => findStatus(server.base, id, studio)
  const event = {
    _id: 'demo-day',
    _type: 'event',
    title: 'Demo day',
    date: '2026-12-01T02:00:00Z',
    organizers: 'the community',
    location: 'SHACK15',
  }
  const path = expect.stringMatching(/^\/event\/[0-9a-f-]{36}$/)
  type Stub = { _id: string; _type: string; [field: string]: unknown }
  const cases: { document: Stub; fault: object; reason: string; shown: object }[] = [
    { document: event, fault: { location: '' }, reason: 'location is missing', shown: { path } },
    {
      document: { _id: 'pier', _type: 'venue', name: 'Pier 1' },
      fault: { name: '' },
      reason: 'name is missing',
      shown: {},
    },
  ]
  for (const { document, fault, reason, shown } of cases) {
    await client.createOrReplace({ ...document, ...fault })
    await expect.poll(() => statusOf(document._id), pollOptions).toEqual({ revisions: [], reason })
    const whole = await client.createOrReplace(document)
    const live = { revisions: [whole._rev], ...shown }
    await expect.poll(() => statusOf(document._id), pollOptions).toEqual(live)
    await client.createOrReplace({ ...document, ...fault })
    await expect.poll(() => statusOf(document._id), pollOptions).toEqual({ ...live, reason })
    await client.delete(document._id)
    await expect.poll(() => statusOf(document._id), pollOptions).toEqual({ revisions: [] })
  }
})

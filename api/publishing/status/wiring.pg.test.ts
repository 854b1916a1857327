import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createContentClient } from '../../content/client.ts'
import { openTestDatabase } from '../../tests/database.ts'
import { readReceipts } from '../../tests/read-receipts.ts'
import { startServer } from '../../tests/server-process.ts'
import { soon } from '../../tests/soon.ts'

it('tells the Studio where the site is, and of a publish; an open stream holds up no stop', async () => {
  const { url } = await openTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-receipts-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  const server = await startServer({ DATABASE_URL: url, DATA_DIR: folder })
  const [port, token] = await Promise.all(
    ['port', 'token'].map(async (name) => (await readFile(join(folder, 'content', name), 'utf8')).trim()),
  )
  const studio = `http://localhost:${port}`
  const settings = (await (await fetch(`${studio}/studio-settings.json`)).json()) as { siteUrl?: string }
  expect(settings.siteUrl).toBe(`http://localhost:${server.port}`)
  for (const origin of [studio, `http://127.0.0.1:${port}`]) {
    const { headers } = await fetch(`${server.base}/api/publishing`, {
      method: 'HEAD',
      headers: { Origin: origin },
    })
    expect(headers.get('access-control-allow-origin')).toBe(origin)
  }

  const reader = await readReceipts(server.base, { origin: studio })
  const client = createContentClient({
    projectId: 'local',
    dataset: 'production',
    apiHost: `http://127.0.0.1:${port}`,
    perspective: 'published',
    token,
  })
  const { _rev } = await client.patch('team').set({ title: 'the team' }).commit()
  await expect
    .poll(() => reader.find('team'), soon)
    .toMatchObject({ revision: _rev, state: 'live', path: '/team', milliseconds: expect.any(Number) })
  expect(await (await fetch(`${server.base}/team`)).text()).toContain('the team')

  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
  // One that was left open would have been cut in the end.
  await expect.poll(() => reader.hasEnded(), soon).toBe(true)
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import type { DeskList } from '#domain/moderation/desk.ts'
import { requestDesk } from '../tests/moderate.ts'
import { moderationToken } from '../tests/serve.ts'
import { startServer } from '../tests/server-process.ts'

const demoScript = fileURLToPath(new URL('demo.ts', import.meta.url))

it('fills only the folder that DATA_DIR names, shows its events, and gives the desk three posts', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'founderlist-demo-'))
  onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true, maxRetries: 3 }))
  const own = { DATABASE_URL: 'postgres://own.invalid/own', SANITY_PROJECT_ID: 'own', CONTENT_FOLDER: '/own' }
  const variables = { ...own, DATA_DIR, MODERATION_TOKEN: moderationToken }
  const server = await startServer(variables, { command: [process.execPath, demoScript] })
  expect(server.output()).toContain(`Starting the database in ${join(DATA_DIR, 'postgres')}`)
  const readEvents = async () => (await (await fetch(`${server.base}/api/events`)).json()) as unknown[]
  await expect.poll(async () => (await readEvents()).length).toBe(22)
  const queue = async (name: string) =>
    ((await (await requestDesk(server.base, 'GET', `listings?queue=${name}`)).json()) as DeskList).listings
  expect((await queue('waiting')).map(({ state }) => state)).toEqual(['held', 'held'])
  expect((await queue('reported')).map(({ state }) => state)).toEqual(['shown'])
})

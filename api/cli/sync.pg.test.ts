import { expect, it } from 'vitest'
import { createContentClient } from '../content/client.ts'
import { useSeededLake } from '../tests/content.ts'
import { openTestDatabase } from '../tests/database.ts'
import { runCommand } from '../tests/server-process.ts'

const lake = useSeededLake()

it('names the faulty documents, writes the others and exits with code 2', async () => {
  const { url } = await openTestDatabase()
  const client = createContentClient(lake())
  const event = { _type: 'event', organizers: 'x', location: 'x' }
  await client.createOrReplace({ ...event, _id: 'whole', title: 'whole', date: '2026-12-01T02:00:00Z' })
  await client.createOrReplace({ ...event, _id: 'faulty', title: 'faulty', date: '2026-02-30T10:00:00Z' })
  const sync = () =>
    runCommand('sync.ts', [], {
      DATABASE_URL: url,
      SANITY_PROJECT_ID: lake().projectId,
      SANITY_DATASET: lake().dataset,
      SANITY_API_HOST: lake().apiHost,
      SANITY_READ_TOKEN: lake().token,
    })
  expect(await sync()).toEqual({
    code: 2,
    stdout: '2 published events: 1 written, 0 removed, 1 cannot be shown\n',
    stderr: expect.stringMatching(
      /^The document faulty cannot be shown: date must be a date and time that exists.*\n$/m,
    ),
  })
  await client.patch('faulty').set({ date: '2026-02-28T10:00:00Z' }).commit()
  expect(await sync()).toMatchObject({
    code: 0,
    stdout: '2 published events: 1 written, 0 removed, 0 cannot be shown\n',
  })
})

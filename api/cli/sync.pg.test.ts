import { expect, it } from 'vitest'
import { createContentClient } from '../content/client.ts'
import { useSeededLake } from '../tests/content.ts'
import { openTestDatabase } from '../tests/database.ts'
import { runCommand } from '../tests/server-process.ts'

const lake = useSeededLake()

it('exits with 2 for faulty documents and for a removal of many events, which takes --accept', async () => {
  const { url } = await openTestDatabase()
  const client = createContentClient(lake())
  const event = { _type: 'event', organizers: 'x', location: 'x' }
  await client.createOrReplace({ ...event, _id: 'whole', title: 'whole', date: '2026-12-01T02:00:00Z' })
  await client.createOrReplace({ ...event, _id: 'faulty', title: 'faulty', date: '2026-02-30T10:00:00Z' })
  const sync = (...words: string[]) =>
    runCommand('sync.ts', words, {
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

  const many = client.transaction()
  for (let number = 0; number < 6; number += 1)
    many.createOrReplace({ ...event, _id: `many-${number}`, title: 'many', date: '2026-12-01T02:00:00Z' })
  await many.commit()
  expect(await sync()).toMatchObject({ code: 0 })
  await client.delete({ query: '*[_id match "many-*"]' })
  expect(await sync()).toMatchObject({
    code: 2,
    stdout: '2 published events: 0 written, 0 removed, 0 cannot be shown\n',
    stderr: expect.stringContaining('The content lacks 6 of 8 events of the calendar'),
  })
  expect(await sync('--accept')).toMatchObject({
    code: 0,
    stdout: '2 published events: 0 written, 6 removed, 0 cannot be shown\n',
  })
})

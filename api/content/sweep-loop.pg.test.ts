import { Writable } from 'node:stream'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createLogger } from '../runtime/log.ts'
import { createProblems } from '../runtime/problems.ts'
import { startSeededLake, useSeededLake } from '../tests/content.ts'
import { openTestDatabase } from '../tests/database.ts'
import { pollOptions } from '../tests/poll-options.ts'
import { createContentClient } from './client.ts'
import { startSweepLoop } from './sweep-loop.ts'

const readContent = useSeededLake()

async function sweepAgainAndAgain(apiHost = readContent().apiHost) {
  let log = ''
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log += chunk.toString()
      done()
    },
  })
  const { sql, url } = await openTestDatabase()
  const client = createContentClient({ ...readContent(), ...(apiHost !== undefined && { apiHost }) })
  const publish = vi.fn<() => Promise<unknown>>(async () => {})
  const logger = createLogger('info', destination)
  const problems = createProblems(logger)
  const start = (given = client) => {
    const sweeping = startSweepLoop({
      sql,
      url,
      client: given,
      logger,
      problems,
      assertSource: async () => {},
      publish,
      interval: 50,
    })
    onTestFinished(() => sweeping[Symbol.dispose]())
    return sweeping
  }
  return { sql, client, publish, start, problems, logged: () => log }
}

it('compares the pages even if the events cannot be read', async () => {
  const { publish, start, logged } = await sweepAgainAndAgain('http://127.0.0.1:9')
  start()
  await expect.poll(() => publish.mock.calls.length, pollOptions).toBeGreaterThan(1)
  expect(logged()).toContain('the calendar could not be compared with the content just now')
})

it('compares the pages even if old changes cannot be deleted', async () => {
  const { sql, publish, start, logged } = await sweepAgainAndAgain()
  await sql`alter table content_changes rename column received_at to received`
  start()
  await expect.poll(() => publish.mock.calls.length, pollOptions).toBeGreaterThan(1)
  expect(logged()).toContain('old changes of the content could not be deleted just now')
})

it('deletes the networks of requests after an hour', async () => {
  const { sql, start } = await sweepAgainAndAgain()
  await sql`
    insert into counted_requests
    values ('posts', 'earlier', now() - interval '61 minutes'), ('edits', 'later', now() - interval '59 minutes')
  `
  start()
  await expect
    .poll(() => sql`select network from counted_requests`, pollOptions)
    .toEqual([{ network: 'later' }])
})

it('repairs the calendar even if the pages cannot be compared', async () => {
  const { sql, client, publish, start, logged } = await sweepAgainAndAgain()
  publish.mockRejectedValue(new Error('the pages are away'))
  const event = { _type: 'event', date: '2026-12-01T02:00:00Z', organizers: 'x', location: 'x' }
  await client.createOrReplace({ ...event, _id: 'whole', title: 'whole' })
  await client.createOrReplace({ ...event, _id: 'faulty', title: '' })
  start()
  await expect.poll(() => publish.mock.calls.length, pollOptions).toBeGreaterThan(2)
  expect(await sql`select title from events`).toEqual([{ title: 'whole' }])
  expect(logged()).toContain('the pages are away')
  // Each sweep finds the fault, but it is logged only once.
  expect(logged().match(/"document":"faulty","reason":"title is missing"/g)).toHaveLength(1)
})

it('fault 79: a sweep that would remove more than 5 events and more than a tenth of them stops', async () => {
  const { sql, client, start, problems, logged } = await sweepAgainAndAgain()
  await client.delete({ query: '*[_type == "event"]' })
  const event = { _type: 'event', date: '2026-12-01T02:00:00Z', organizers: 'x', location: 'x' }
  const transaction = client.transaction()
  for (let number = 0; number < 100; number += 1)
    transaction.createOrReplace({ ...event, _id: `many-${number}`, title: 'one of many' })
  await transaction.commit()
  const count = async () => (await sql`select from events`).length
  const withEvents = start()
  await expect.poll(count, pollOptions).toBe(100)
  withEvents[Symbol.dispose]()

  // Another Content Lake, with one event of its own and without most venues.
  await using other = await startSeededLake()
  const empty = createContentClient(other.settings)
  await empty.createOrReplace({ ...event, _id: 'added', title: 'added' })
  await sql`
    insert into venues (id, name, content_rev, content_updated_at)
    select 'venue-' || number, 'venue', 'r', now() from generate_series(1, 6) as number
  `
  const withoutEvents = start(empty)
  await expect
    .poll(() => problems.list(), pollOptions)
    .toMatchObject([
      {
        name: 'sweep',
        reason: expect.stringMatching(/^The content lacks 100 of 100 events and 6 of \d+ venues/),
      },
    ])
  expect(logged()).toMatch(/"level":50,.*"problem":"sweep"/)
  await expect.poll(count, pollOptions).toBe(101)
  withoutEvents[Symbol.dispose]()

  // The first content agrees with the rows again, but for one event and the invented venues.
  await sql`delete from venues where id like 'venue-%'`
  start(client)
  await expect.poll(count, pollOptions).toBe(100)
  await expect.poll(() => problems.list(), pollOptions).toEqual([])
})

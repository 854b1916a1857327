import { expect, it } from 'vitest'
import { listEventDays } from '#domain/events/when.ts'
import { addDays, toDay } from '#domain/pacific.ts'
import { createContentClient } from '../../content/client.ts'
import { sweepEvents } from '../../content/sweep-events.ts'
import { listEvents } from '../../events/queries.ts'
import { openSpamModel } from '../../moderation/filter/spam-model.ts'
import { createJudge } from '../../moderation/judge.ts'
import { openPseudonyms } from '../../moderation/pseudonyms.ts'
import { useSeededLake } from '../../tests/content.ts'
import { openTestDatabase } from '../../tests/database.ts'
import { silentLogger as logger } from '../../tests/silent-logger.ts'
import { fillWithExamples } from './fill.ts'

const readContent = useSeededLake()

it('fills an empty site once, and with new dates when all events are over', async () => {
  const { sql, url } = await openTestDatabase()
  const client = createContentClient(readContent())
  const pseudonyms = await openPseudonyms(sql)
  const spamModel = await openSpamModel({ sql, notifications: { subscribe: () => {} } as never, logger })
  const judge = createJudge({ sql, pseudonyms, spamModel, mode: 'on', logger })
  const fill = (when: Date) => fillWithExamples({ sql, client, pseudonyms, judge }, when)
  const read = async () => {
    await sweepEvents({ sql, url }, client)
    const listings = await sql<Array<{ isNew: boolean; isShown: boolean; day: string | null }>>`
      select title, state, details ->> 'date' as day, expires_at > now() as is_shown,
        created_at > now() - interval '15 days' as is_new
      from all_listings
      order by created_at desc
    `
    return { listings, events: (await listEvents(sql)).map(({ event }) => event) }
  }

  const now = new Date()
  await fill(now)
  const { events, listings } = await read()
  const on = (days: number) =>
    events.filter((event) => listEventDays(event).includes(addDays(toDay(now), days))).length
  // Two demo days and five other dates of the programme, which have no description.
  const described = events.filter(({ description }) => description?.includes('This is an example'))
  expect([events.length, described.length]).toEqual([22, 15])
  expect([on(-1), on(0), on(1)]).toEqual([1, 3, 3])
  expect(events.filter((event) => listEventDays(event).length > 1)).toHaveLength(2)
  expect(events.flatMap(({ status }) => status ?? [])).toEqual(['cancelled', 'rescheduled'])
  expect(events.filter(({ image }) => image).length).toBeGreaterThan(3)
  expect(listings.every(({ isNew, isShown }) => isNew && isShown)).toBe(true)
  const drafts = '*[_id in path("drafts.**")]'
  expect(await client.fetch(drafts, {}, { perspective: 'raw' })).toHaveLength(2)

  await client.patch('example-solo-supper').set({ title: 'Edited' }).commit()
  await fill(new Date(now.getTime() + 86_400_000))
  const second = await read()
  expect(second.listings).toEqual(listings)
  expect(second.events.map(({ title }) => title)).toContain('Edited')

  const later = new Date(now.getTime() + 40 * 86_400_000)
  await fill(later)
  const renewed = await read()
  expect(renewed.events.map(({ id }) => id)).toEqual(events.map(({ id }) => id))
  expect(renewed.events.filter(({ date }) => toDay(date) === toDay(later))).toHaveLength(3)
  expect(renewed.listings).toHaveLength(listings.length)
  expect(renewed.listings.flatMap(({ day }) => day ?? [])).toEqual([addDays(toDay(later), 6)])
  expect(await client.fetch('count(*[_id == "about"][0].intro[_type == "figure"])')).toBe(1)
})

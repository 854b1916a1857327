import { expect, it } from 'vitest'
import { venues } from '#domain/events/event.ts'
import { catalogue } from '#domain/listings/catalogue.ts'
import { listingInputSchema } from '#domain/listings/listing.ts'
import { listEventDays } from '#domain/events/when.ts'
import { toDay } from '#domain/pacific.ts'
import { listEvents } from '../../events/queries.ts'
import { listListings } from '../../listings/queries.ts'
import { insertVenue } from '../../tests/events.ts'
import { openTestDatabase } from '../../tests/database.ts'
import { fillWithExamples } from './queries.ts'
import { makeExampleListings } from './listings.ts'

it('gives every subcategory three listings that a visitor could have posted, marked as examples', async () => {
  const { sql } = await openTestDatabase()
  await fillWithExamples(sql)
  for (const { name: category, subcategories } of catalogue) {
    for (const { name: subcategory } of subcategories) {
      const { listings } = await listListings(sql, { category, subcategory })
      expect(listings).toHaveLength(3)
      for (const { description } of listings) expect(description).toContain('This is an example')
    }
  }
  for (const example of makeExampleListings()) expect(listingInputSchema.parse(example)).toEqual(example)
})

it('adds no listings if there are some already', async () => {
  const { sql } = await openTestDatabase()
  await fillWithExamples(sql)
  const [{ count: before } = { count: 0 }] = await sql<
    Array<{ count: number }>
  >`select count(*)::integer from listings`
  await fillWithExamples(sql)
  const [{ count: after } = { count: 0 }] = await sql<
    Array<{ count: number }>
  >`select count(*)::integer from listings`
  expect(after).toBe(before)
})

it('has more than 100 events around today, some of them today and tomorrow, all marked as examples', async () => {
  const { sql } = await openTestDatabase()
  await fillWithExamples(sql, new Date('2026-11-21T20:00:00Z'))
  const events = (await listEvents(sql)).map(({ event }) => event)
  expect(events.length).toBeGreaterThan(100)
  const on = (day: string) => events.filter(({ date }) => toDay(date) === day).length
  expect([on('2026-11-21'), on('2026-11-22')]).toEqual([5, 2])
  for (const { description } of events) expect(description).toContain('This is an example')
  expect(
    events.filter((event) => listEventDays(event).includes('2026-11-22')).map(({ title }) => title),
  ).toContain('Hackathon weekend 1')
  const weekly = events.filter(({ series }) => series === 'Founders coffee').map(({ date }) => toDay(date))
  expect(weekly).toEqual(['2026-11-17', '2026-11-24', '2026-12-01', '2026-12-08'])
  await insertVenue(sql)
  expect(
    (await listEvents(sql)).filter(({ event }) => event.venue?.name === 'SHACK15').length,
  ).toBeGreaterThan(20)
  for (const venue of venues.slice(0, -1)) {
    expect(events.some(({ location }) => location.startsWith(venue))).toBe(true)
  }
})

import { describe, expect, it } from 'vitest'
import { type CalendarEvent, eventTypes, isWebAddress, neighborhoods, topics, venues } from './event.ts'
import { allEvents, dateEvents, type EventFilters, filterEvents, splitByDay } from './event-filters.ts'
import { toDay } from './pacific.ts'

const plain: CalendarEvent = {
  id: '1',
  title: 'event',
  date: '2026-11-21T20:00:00.000Z',
  organizers: 'somebody',
  location: 'SHACK15, Embarcadero',
  description: null,
  url: null,
  price: null,
  registrationType: null,
  topics: [],
  types: [],
}

const days = { today: '2026-11-21', specific: '2026-11-24' }

function keeps(fields: Partial<CalendarEvent>, filters: Partial<EventFilters>): boolean {
  return filterEvents(dateEvents([{ ...plain, ...fields }]), { ...allEvents, ...filters }, days).length === 1
}

/** Noon in San Francisco. */
const on = (day: string) => ({ date: `${day}T20:00:00.000Z` })

describe('the choices', () => {
  it('are as many as the spec’s', () => {
    expect([venues.length, topics.length, neighborhoods.length, eventTypes.length]).toEqual([6, 24, 42, 12])
  })
})

describe('the date filter', () => {
  it.each([
    ['all', '2020-01-01', true],
    ['specific', '2026-11-24', true],
    ['specific', '2026-11-21', false],
    ['today', '2026-11-21', true],
    ['today', '2026-11-20', false],
    ['today', '2026-11-22', false],
    ['week', '2026-11-20', false],
    ['week', '2026-11-21', true],
    ['week', '2026-11-28', true],
    ['week', '2026-11-29', false],
    ['month', '2026-11-20', false],
    ['month', '2026-12-21', true],
    ['month', '2026-12-22', false],
  ] as const)('%s: an event on %s stays: %s', (date, day, stays) => {
    expect(keeps(on(day), { date })).toBe(stays)
  })

  it.each([
    ['2026-11-21T08:00:00.000Z', true],
    ['2026-11-21T07:59:59.999Z', false],
    ['2026-11-22T07:59:59.999Z', true],
    ['2026-11-22T08:00:00.000Z', false],
  ])('goes by San Francisco’s midnight: %s is today: %s', (date, stays) => {
    expect(keeps({ date }, { date: 'today' })).toBe(stays)
  })
})

describe('the place filters', () => {
  it.each([
    ['venue', 'SHACK15', 'at shack15, san francisco', true],
    ['venue', 'SHACK15', 'Homebrew', false],
    ['venue', 'Other', 'A café in SOMA', true],
    ['venue', 'Other', 'frontier tower, 16th floor', false],
    ['venue', 'Other', 'Another place', true],
    ['neighborhood', 'Mission', 'The Mission', true],
    ['neighborhood', 'Mission Bay', 'Mission', false],
    ['neighborhood', "Fisherman's Wharf", "FISHERMAN'S WHARF", true],
    ['neighborhood', 'Other', 'SHACK15', true],
    ['neighborhood', 'Other', 'SHACK15, SOMA', false],
  ] as const)('%s %s: an event at %j stays: %s', (filter, chosen, location, stays) => {
    expect(keeps({ location }, { [filter]: chosen })).toBe(stays)
  })
})

describe('the topic and type filters', () => {
  it.each([
    ['topic', 'AI', { topics: [] }, true],
    ['topic', 'AI', { topics: ['AI', 'SaaS'] }, true],
    ['topic', 'AI', { topics: ['SaaS'] }, false],
    ['topic', 'Other', { topics: ['Other'] }, true],
    ['type', 'Dinner', { types: [] }, true],
    ['type', 'Dinner', { types: ['Hackathon'] }, false],
    ['type', 'Dinner', { types: ['Dinner'] }, true],
  ] as const)('%s %s: an event with %o stays: %s', (filter, chosen, carried, stays) => {
    expect(keeps(carried as unknown as Partial<CalendarEvent>, { [filter]: chosen })).toBe(stays)
  })
})

it('puts today and later first, by time, and the days past after them, newest first', () => {
  const dates = ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22']
  const events = dateEvents(dates.map((day) => ({ ...plain, ...on(day) })))
  const { upcoming, past } = splitByDay(events, '2026-11-21')
  expect(upcoming.map(({ day }) => day)).toEqual(['2026-11-21', '2026-11-22'])
  expect(past.map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-19'])
})

it.each([
  ['https://example.org/a?b#c', true],
  ['HTTP://EXAMPLE.ORG', true],
  ['javascript:alert(1)', false],
  ['java\tscript:alert(1)', false],
  ['//example.org', false],
  ['https://', false],
  ['https://[', false],
  [null, false],
])('the link %j may be followed: %s', (url, may) => {
  expect(isWebAddress(url)).toBe(may)
})

it('knows the day of every instant, in whatever order they come, on days with a change of the clocks too', () => {
  const hours = [0, 1, 6.99, 7, 8, 9.99, 10, 24 + 7.99, 24 + 8, 48, 7, 24 * 300, 0]
  const starts = [
    '2026-03-08T00:00:00Z',
    '2026-11-01T00:00:00Z',
    '9999-12-31T00:00:00Z',
    '0001-01-02T00:00:00Z',
  ]
  const dates = starts.flatMap((start) =>
    hours.map((hour) =>
      new Date(Date.parse(start) + (start < '9' ? hour : hour % 24) * 3_600_000).toISOString(),
    ),
  )
  const events = dateEvents(dates.map((date) => ({ ...plain, date })))
  expect(events.map(({ day }) => day)).toEqual(dates.map((date) => toDay(date)))
})

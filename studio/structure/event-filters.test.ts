import { evaluate, parse } from 'groq-js'
import { describe, expect, test } from 'vitest'
import { allEvents, beforeDay, type EventFilter, fromDayOn, onDay } from './event-filters.ts'

/** The ids of the events that a filter keeps, in their order. */
async function select({ filter, params }: EventFilter, dates: Record<string, string | undefined>) {
  const documents = Object.entries(dates).map(([_id, date]) => ({ _id, ...(date && { date }) }))
  return selectOf({ filter, params }, documents)
}

async function selectOf({ filter, params }: EventFilter, events: object[]) {
  const dataset = events.map((event) => ({ ...event, _type: 'event' }))
  const others = [{ _id: 'other', _type: 'home', date: '2026-11-21T20:00:00Z' }]
  const tree = parse(`*[${filter}]._id`, { params })
  return (await evaluate(tree, { dataset: [...dataset, ...others], params })).get() as Promise<string[]>
}

// Midnight in San Francisco before and after each day, by the clocks of that day.
const days = [
  { name: 'a day in winter', day: '2026-11-21', start: '2026-11-21T08:00:00', end: '2026-11-22T08:00:00' },
  { name: 'a day in summer', day: '2026-07-04', start: '2026-07-04T07:00:00', end: '2026-07-05T07:00:00' },
  { name: 'the short day', day: '2026-03-08', start: '2026-03-08T08:00:00', end: '2026-03-09T07:00:00' },
  { name: 'the long day', day: '2026-11-01', start: '2026-11-01T07:00:00', end: '2026-11-02T08:00:00' },
]

describe.each(days)('on $name', ({ day, start, end }) => {
  const before = (instant: string) => new Date(Date.parse(`${instant}Z`) - 1).toISOString()
  const dates = {
    lastOfDayBefore: before(start),
    first: `${start}Z`,
    firstWithMilliseconds: `${start}.000Z`,
    firstElsewhere: new Date(Date.parse(`${start}Z`) + 9 * 3_600_000)
      .toISOString()
      .replace(/\.000Z/, '+09:00'),
    last: before(end),
    firstOfDayAfter: `${end}Z`,
    undated: undefined,
    unreadable: '12/11/2026',
  }
  const ofTheDay = ['first', 'firstWithMilliseconds', 'firstElsewhere', 'last']

  test('upcoming is the day itself, all later days, and events without a readable date', async () => {
    expect(await select(fromDayOn(day), dates)).toEqual([
      ...ofTheDay,
      'firstOfDayAfter',
      'undated',
      'unreadable',
    ])
  })

  test('past is everything before the day', async () => {
    expect(await select(beforeDay(day), dates)).toEqual(['lastOfDayBefore'])
  })

  test('today is the day from midnight to midnight', async () => {
    expect(await select(onDay(day), dates)).toEqual(ofTheDay)
  })

  test('every event is either upcoming or past', async () => {
    const parts = [...(await select(fromDayOn(day), dates)), ...(await select(beforeDay(day), dates))]
    expect(parts.toSorted()).toEqual((await select(allEvents, dates)).toSorted())
  })
})

test('an event of several days is on each of them, a night event on its first day', async () => {
  const events = [
    { _id: 'fair', date: '2026-11-20T20:00:00Z', end: '2026-11-23T01:00:00Z' },
    { _id: 'whole days', date: '2026-11-20T20:00:00Z', end: '2026-11-22T08:00:00Z', allDay: true },
    { _id: 'party', date: '2026-11-21T04:00:00Z', end: '2026-11-21T10:00:00Z' },
  ]
  expect(await selectOf(onDay('2026-11-20'), events)).toEqual(['fair', 'whole days', 'party'])
  for (const day of ['2026-11-21', '2026-11-22']) {
    expect(await selectOf(onDay(day), events)).toEqual(['fair', 'whole days'])
    expect(await selectOf(fromDayOn(day), events)).toEqual(['fair', 'whole days'])
    expect(await selectOf(beforeDay(day), events)).toEqual(['party'])
  }
  expect(await selectOf(onDay('2026-11-23'), events)).toEqual([])
})

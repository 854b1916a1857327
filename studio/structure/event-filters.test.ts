import { evaluate, parse } from 'groq-js'
import { describe, expect, test } from 'vitest'
import { allEvents, beforeDay, type EventFilter, fromDayOn, onDay } from './event-filters.ts'

/** The ids of the events that a filter keeps, in their order. */
async function select({ filter, params }: EventFilter, dates: Record<string, string | undefined>) {
  const dataset = Object.entries(dates).map(([_id, date]) => ({ _id, _type: 'event', ...(date && { date }) }))
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
  }
  const ofTheDay = ['first', 'firstWithMilliseconds', 'firstElsewhere', 'last']

  test('upcoming is the day itself, all after it, and what has no date', async () => {
    expect(await select(fromDayOn(day), dates)).toEqual([...ofTheDay, 'firstOfDayAfter', 'undated'])
  })

  test('past is all before the day', async () => {
    expect(await select(beforeDay(day), dates)).toEqual(['lastOfDayBefore'])
  })

  test('today is the day from midnight to midnight', async () => {
    expect(await select(onDay(day), dates)).toEqual(ofTheDay)
  })

  test('upcoming and past together are all events, none of them twice', async () => {
    const parts = [...(await select(fromDayOn(day), dates)), ...(await select(beforeDay(day), dates))]
    expect(parts.toSorted()).toEqual((await select(allEvents, dates)).toSorted())
  })
})

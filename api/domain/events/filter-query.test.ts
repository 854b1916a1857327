import fc from 'fast-check'
import { expect, it } from 'vitest'
import { allEvents, dateOptions } from '#domain/events/event-filters.ts'
import { eventTypes, neighborhoods, topics, venues } from '#domain/events/event.ts'
import { readFilters, writeFilters } from './event-filters.ts'

it.each([
  ['', false, {}],
  ['', true, { date: 'specific' }],
  ['?date=all', true, {}],
  ['?date=week&venue=Zo+House', false, { date: 'week', venue: 'Zo House' }],
  ['?date=specific', false, {}],
  ['?date=someday&venue=Nowhere&topic=%E0%A4%A&type=', false, {}],
  ['?venue=Other&venue=SHACK15', false, { venue: 'Other' }],
] as const)('reads %j, with a day in the path: %s', (query, hasDay, filters) => {
  expect(readFilters(query, hasDay)).toEqual({ ...allEvents, ...filters })
})

it('writes nothing for filters at their default', () => {
  expect(writeFilters(allEvents, false)).toBe('')
  expect(writeFilters({ ...allEvents, date: 'specific' }, true)).toBe('')
  expect(writeFilters(allEvents, true)).toBe('?date=all')
})

it('reads back whatever it writes', () => {
  const choose = (choices: readonly string[]) => fc.constantFrom('all', ...choices)
  const filters = fc.record({
    date: fc.constantFrom(...dateOptions),
    venue: choose(venues),
    topic: choose(topics),
    neighborhood: choose(neighborhoods),
    type: choose(eventTypes),
  })
  fc.assert(
    fc.property(filters, (chosen) => {
      expect(readFilters(writeFilters(chosen, true), true)).toEqual(chosen)
    }),
  )
})

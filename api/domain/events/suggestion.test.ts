import { expect, it } from 'vitest'
import { toInstants } from '#domain/pacific.ts'
import { readSuggestion } from './suggestion.ts'

const typed = { title: 'Dinner', location: 'Zo House', organizers: 'us' }
const toInstant = (local: string) => toInstants(`${local}:00`)[0]

// Late on the days that have 25 and 23 hours.
it.each([
  ['2026-11-01T23:59', '2026-11-01T00:01', true],
  ['2026-11-01T23:59', '2026-10-31T23:59', false],
  ['2026-03-08T23:59', '2026-03-08T00:01', true],
  ['2026-03-08T23:59', '2026-03-07T23:59', false],
])('at %s, an event that began at %s is accepted: %s', (now, date, isAccepted) => {
  const { suggestion } = readSuggestion({ ...typed, date }, new Date(toInstant(now) ?? ''))
  expect(suggestion?.date).toBe(isAccepted ? toInstant(date) : undefined)
})

it.each([
  ['2026-12-04', '2026-12-04', {}],
  ['2026-03-08', '2026-03-09', { end: toInstant('2026-03-09T00:00') }],
  ['2026-11-01', '2026-11-02', { end: toInstant('2026-11-02T00:00') }],
])('whole days from %s to %s begin at midnight, whatever the times', (from, to, more) => {
  const times = { date: `${from}T12:00`, end: `${to}T09:00`, allDay: 'on' }
  const { suggestion } = readSuggestion({ ...typed, ...times }, new Date('2026-01-01'))
  expect(suggestion).toEqual({ ...typed, date: toInstant(`${from}T00:00`), ...more, allDay: true })
})

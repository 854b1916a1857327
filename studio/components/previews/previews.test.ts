import { describe, expect, test } from 'vitest'
import { describeEvent, describeKpi, describeTier } from './describe.ts'

describe('the line under an event', () => {
  test('shows the San Francisco time, the place and the organizers', () => {
    const event = { date: '2026-11-25T02:00:00Z', location: 'Frontier Tower', organizers: 'Zo' }
    expect(describeEvent(event)).toBe('Nov 24, 2026, 6:00 PM · Frontier Tower · Zo')
  })

  test('differs for events of one evening with different hours or places', () => {
    const lines = [
      describeEvent({ date: '2026-11-25T02:00:00Z', location: 'SHACK15' }),
      describeEvent({ date: '2026-11-25T03:00:00Z', location: 'SHACK15' }),
      describeEvent({ date: '2026-11-25T02:00:00Z', location: 'Zo House' }),
    ]
    expect(new Set(lines).size).toBe(3)
  })

  test.each([
    [{}, 'No date yet'],
    [{ date: 'soon' }, 'soon'],
    [{ date: '2026-12-11T08:00:00Z', allDay: true }, 'Dec 11, 2026'],
  ])('of %o is %s', (event, line) => {
    expect(describeEvent(event)).toBe(line)
  })
})

test.each([
  [
    { price: 150_000, currency: 'USD', period: 'quarter', citiesFrom: 6, citiesTo: 8 },
    'USD 150,000 per quarter · 6-8 cities',
  ],
  [
    { price: 250_000, currency: 'USD', period: 'quarter', citiesFrom: 10 },
    'USD 250,000 per quarter · 10+ cities',
  ],
  [{}, ''],
])('the tier %o reads %j', (tier, line) => {
  expect(describeTier(tier)).toBe(line)
})

test.each([
  [{ from: 10, to: 15 }, '10-15'],
  [{ from: 500, orMore: true, unit: 'total' }, '500+ total'],
  [{ note: 'delivered every Friday' }, 'delivered every Friday'],
  [{}, ''],
])('the KPI %o reads %j', (kpi, line) => {
  expect(describeKpi(kpi)).toBe(line)
})

import { describe, expect, it } from 'vitest'
import { formatCities, formatMoney, formatRange, formatTarget, plural } from './figures.ts'

describe('formatMoney', () => {
  it.each([
    [25_000, '$25,000'],
    [1500, '$1,500'],
    [0, '$0'],
  ])('writes %i in full as %s', (amount, text) => {
    expect(formatMoney(amount, 'USD')).toBe(text)
  })

  it.each([
    [150_000, '$150K'],
    [1000, '$1K'],
    [999_000, '$999K'],
    [1_250_000, '$1.25M'],
    [150_500, '$150,500'],
    [1_255_000, '$1,255,000'],
    [500, '$500'],
  ])('shortens %i to %s, and only where nothing is lost', (amount, text) => {
    expect(formatMoney(amount, 'USD', 'short')).toBe(text)
  })
})

it('writes a range, or one figure where its ends are the same', () => {
  expect(formatRange({ from: 3, to: 4 })).toBe('3-4')
  expect(formatRange({ from: 3, to: 3 })).toBe('3')
})

it('counts in words', () => {
  expect(plural(1, 'month')).toBe('month')
  expect(plural(4, 'month')).toBe('months')
  expect(plural(0, 'month')).toBe('months')
})

it.each([
  [{ citiesFrom: 6, citiesTo: 8 }, '6-8 cities'],
  [{ citiesFrom: 10 }, '10+ cities'],
  [{ citiesFrom: 1, citiesTo: 1 }, '1 city'],
  [{ citiesFrom: 1, citiesTo: 2 }, '1-2 cities'],
])('writes the cities %j as %s', (tier, text) => {
  expect(formatCities(tier)).toBe(text)
})

it.each([
  [{ from: 10, to: 15 }, '10-15'],
  [{ from: 500, orMore: true, unit: 'total' }, '500+ total'],
  [{ from: 1000, orMore: true }, '1000+'],
  [{ from: 0 }, '0'],
  [{ note: 'delivered every Friday' }, 'delivered every Friday'],
  [{ from: 12, unit: 'reports', note: 'delivered every Friday' }, '12 reports, delivered every Friday'],
])('writes the target %j as %s', (target, text) => {
  expect(formatTarget(target)).toBe(text)
})

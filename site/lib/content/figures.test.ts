import { describe, expect, it } from 'vitest'
import type { Language } from '#domain/language.ts'
import { inLanguage } from '#domain/in-language.ts'
import { describeTarget, formatCities, formatList, formatMoney, formatRange } from './figures.ts'

/** Spaces that Intl writes: no-break, and narrow no-break between thousands in French. */
const nbsp = '\u00a0'
const narrow = '\u202f'

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
  ])('shortens %i to %s, but only without loss', (amount, text) => {
    expect(formatMoney(amount, 'USD', 'short')).toBe(text)
  })
})

it.each<[Language, string, string]>([
  ['es', `$150${nbsp}K`, '$25,000'],
  ['fr', `150${nbsp}k${nbsp}$`, `25${narrow}000${nbsp}$`],
])('writes money in %s by the rules of that language', (language, short, full) => {
  expect(inLanguage(language, () => formatMoney(150_000, 'USD', 'short'))).toBe(short)
  expect(inLanguage(language, () => formatMoney(25_000, 'USD'))).toBe(full)
})

it.each<[Language, string]>([
  ['en', '3-4'],
  ['es', '3-4'],
  ['fr', '3–4'],
])('writes a range in %s as %s, and as one figure if its ends are equal', (language, text) => {
  expect(inLanguage(language, () => formatRange({ from: 3, to: 4 }))).toBe(text)
  expect(inLanguage(language, () => formatRange({ from: 3, to: 3 }))).toBe('3')
})

it.each<[Language, { citiesFrom: number; citiesTo?: number }, string]>([
  ['en', { citiesFrom: 6, citiesTo: 8 }, '6-8 cities'],
  ['en', { citiesFrom: 10 }, '10+ cities'],
  ['en', { citiesFrom: 1 }, '1+ cities'],
  ['en', { citiesFrom: 1, citiesTo: 1 }, '1 city'],
  ['en', { citiesFrom: 1, citiesTo: 2 }, '1-2 cities'],
  ['es', { citiesFrom: 10 }, '10+ ciudades'],
  ['fr', { citiesFrom: 1, citiesTo: 1 }, '1 ville'],
])('writes in %s the cities %j as %s', (language, tier, text) => {
  expect(inLanguage(language, () => formatCities(tier))).toBe(text)
})

const total = { value: 'total', lang: undefined }
const everyFriday = { value: 'every Friday', lang: 'en' as const }

it.each([
  [{ from: 10, to: 15 }, '10-15'],
  [{ from: 500, orMore: true, unit: total }, '500+ total'],
  [{ from: 1000, orMore: true }, '1000+'],
  [{ from: 0 }, '0'],
  [{ note: everyFriday }, 'every Friday'],
  [{ from: 12, unit: total, note: everyFriday }, '12 total, every Friday'],
])('writes the target %j as %s', (target, text) => {
  const parts = describeTarget(target)
  expect(parts.map(({ value }) => value).join('')).toBe(text)
})

it('keeps the language of each part of a target', () => {
  expect(describeTarget({ from: 5, note: everyFriday })).toEqual([
    { value: '5, ' },
    { value: 'every Friday', lang: 'en' },
  ])
})

it.each<[Language, 'en' | undefined, string]>([
  ['en', undefined, 'food, drinks and photos'],
  ['es', undefined, 'food, drinks y photos'],
  ['es', 'en', 'food, drinks and photos'],
  ['fr', undefined, 'food, drinks et photos'],
])('in a page in %s, lists items written in %s as %s', (language, lang, text) => {
  const things = { value: ['food', 'drinks', 'photos'], lang }
  expect(inLanguage(language, () => formatList(things))).toEqual({ value: text, lang })
})

import { afterEach, expect, it, vi } from 'vitest'
import { findChosenCity, readCityFromQuery, withCity } from './city.ts'

/** Stubs `localStorage`; without items, one that refuses access. */
function stubStorage(kept: Record<string, string> | undefined): void {
  const refuse = () => {
    throw new Error('storage is switched off')
  }
  vi.stubGlobal('localStorage', {
    getItem: kept ? (key: string) => kept[key] ?? null : refuse,
  })
}

afterEach(() => void vi.unstubAllGlobals())

it.each([
  ['?city=NYC', 'NYC'],
  ['?city=sf&q=desk', 'SF'],
  ['?city=LA', undefined],
  ['?city=', undefined],
  ['', undefined],
])('reads %j as the city %s', (query, city) => {
  expect(readCityFromQuery(query)).toBe(city)
})

it('finds the stored city, unless the URL names one', () => {
  stubStorage({ city: 'NYC' })
  expect(findChosenCity('')).toBe('NYC')
  expect(findChosenCity('?city=LA')).toBe('NYC')
  expect(findChosenCity('?city=sf&q=desk')).toBe('SF')
  expect(findChosenCity('?city=both')).toBeUndefined()
})

it('ignores an invalid stored city', () => {
  stubStorage({ city: '<b>' })
  expect(findChosenCity('')).toBeUndefined()
})

it('finds the URL’s city if storage is switched off', () => {
  stubStorage(undefined)
  expect(findChosenCity('')).toBeUndefined()
  expect(findChosenCity('?city=NYC')).toBe('NYC')
})

it('writes the path for one city, or for both', () => {
  expect([withCity('/post', 'NYC'), withCity('/post', undefined)]).toEqual(['/post?city=NYC', '/post'])
})

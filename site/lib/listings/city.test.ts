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
  ['?city=Both', 'both'],
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
  expect(findChosenCity('?city=both')).toBe('both')
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

it('writes a city into a path, and none if none is chosen', () => {
  const paths = (['NYC', 'both', undefined] as const).map((city) => withCity('/category/jobs', city))
  expect(paths).toEqual(['/category/jobs?city=NYC', '/category/jobs?city=both', '/category/jobs'])
})

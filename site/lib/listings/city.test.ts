import { afterEach, expect, it, vi } from 'vitest'
import { findChosenCity, readCityOf, withCity } from './city.ts'

/** A browser's storage, or one that refuses. */
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
])('reads of %j %s', (query, city) => {
  expect(readCityOf(query)).toBe(city)
})

it('knows the choice that is kept, which the address overrules', () => {
  stubStorage({ city: 'NYC' })
  expect(findChosenCity('')).toBe('NYC')
  expect(findChosenCity('?city=LA')).toBe('NYC')
  expect(findChosenCity('?city=sf&q=desk')).toBe('SF')
  expect(findChosenCity('?city=both')).toBeUndefined()
})

it('knows of no choice where something else is kept', () => {
  stubStorage({ city: '<b>' })
  expect(findChosenCity('')).toBeUndefined()
})

it('knows the address’s choice where the browser keeps nothing', () => {
  stubStorage(undefined)
  expect(findChosenCity('')).toBeUndefined()
  expect(findChosenCity('?city=NYC')).toBe('NYC')
})

it('writes a path of a city, or of both', () => {
  expect([withCity('/post', 'NYC'), withCity('/post', undefined)]).toEqual(['/post?city=NYC', '/post'])
})

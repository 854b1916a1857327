import { expect, it } from 'vitest'
import type { SearchGroup } from '#domain/search.ts'
import { countResults } from '#domain/search.ts'
import { readSearch, resultsPath } from './search.ts'

it.each([
  ['?q=desk', { text: 'desk', city: undefined }],
  ['?q=+a%26b+&city=nyc', { text: 'a&b', city: 'NYC' }],
  ['?q=desk&city=LA', { text: 'desk', city: undefined }],
  ['?q=', undefined],
  ['?q=%20', undefined],
  ['?city=NYC', undefined],
  ['', undefined],
])('reads the search of %j', (query, search) => {
  expect(readSearch(query)).toEqual(search)
})

it('writes a URL from which it reads the same search', () => {
  const search = { text: 'a & b? #1 “ü” 100%', city: 'SF' } as const
  const path = resultsPath(search)
  expect(readSearch(new URL(path, 'https://example.org').search)).toEqual(search)
})

it.each([
  [0, 0, false, 'no results'],
  [1, 0, false, '1 result'],
  [1, 2, false, '3 results'],
  [10, 0, true, 'more than 10 results'],
])('describes %i listings and %i events (more: %s) as “%s”', (listings, events, hasMore, text) => {
  const group = (length: number, more: boolean): SearchGroup => ({
    results: Array.from({ length }, () => ({ id: '', title: '', date: '', location: '', path: '' })),
    hasMore: more,
  })
  expect(countResults({ listings: group(listings, hasMore), events: group(events, false) })).toBe(text)
})

import { expect, it } from 'vitest'
import { createBoundedCache } from './bounded-cache.ts'

function fill(mostBytes: number, ...keys: string[]) {
  const cache = createBoundedCache<string>(mostBytes, (value) => value.length)
  for (const key of keys) cache.set(key, key.repeat(10))
  const list = (...asked: string[]) => asked.filter((key) => cache.get(key) !== undefined)
  return { cache, list }
}

it('keeps what fits, the latest', () => {
  expect(fill(30, 'a', 'b', 'c', 'd').list('a', 'b', 'c', 'd')).toEqual(['b', 'c', 'd'])
})

it('lets the longest unasked go first', () => {
  const { cache, list } = fill(30, 'a', 'b', 'c')
  cache.get('a')
  cache.set('d', '0123456789')
  expect(list('a', 'b', 'c', 'd')).toEqual(['a', 'c', 'd'])
})

it('counts what is kept anew once', () => {
  const { list } = fill(20, 'a', 'a', 'a', 'b')
  expect(list('a', 'b')).toEqual(['a', 'b'])
})

it('does not keep what is larger than all', () => {
  expect(fill(5, 'a').list('a')).toEqual([])
})

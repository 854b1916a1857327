import { expect, it } from 'vitest'
import { chooseEncoding } from './choose-encoding.ts'
import { keyFor, readQuery } from './answer-key.ts'

it.each([
  ['/category/housing?utm_source=x&city=SF', 'en /category/housing?city=SF'],
  ['/category/housing?before=1_x&city=SF&city=NYC', 'en /category/housing?city=SF&city=NYC&before=1_x'],
  ['/category/housing?', 'en /category/housing'],
  ['/listing/x?fbclid=1', 'en /listing/x'],
  ['/?month=2026-11&x=y', 'en /?month=2026-11'],
  ['/about?city=SF', 'en /about'],
  ['/events?type=Dinner&page=2&page=3', 'en /events?type=Dinner&page=2&page=3'],
  ['/events/week.txt?week=2026-11-21&venue=Other&page=2', 'en /events/week.txt?venue=Other&week=2026-11-21'],
  ['/embed/events?theme=dark&limit=5&x=1&topic=AI', 'en /embed/events?topic=AI&limit=5&theme=dark'],
  ['/embed.js?v=2', 'en /embed.js'],
  ['/api/events?to=2026-11-21&from=2026-11-01&x', '/api/events?from=2026-11-01&to=2026-11-21'],
  ['/api/search?q=a+b%26c', 'en /api/search?q=a+b%26c'],
  ['/%65vents?page=2', 'en /%65vents?page=2'],
  ['http://site.test/?q=a', 'en http://site.test/?q=a'],
])('the key of %s is %s', (address, key) => {
  expect(keyFor(address, 'en')).toBe(key)
})

it('the key in another language has the path without the prefix', () => {
  expect(keyFor('/es/events?x=1&page=2', 'es')).toBe('es /events?page=2')
  expect(keyFor('/es?month=2026-11', 'es')).toBe('es /?month=2026-11')
  expect(keyFor('/es/category/%2e%2e?city=SF', 'es')).toBe('es /es/category/%2e%2e?city=SF')
})

it('a page depends on no other parameters', () => {
  expect(readQuery('/', '?utm_source=x&q=a')).toBe('?q=a')
  expect(readQuery('/listing/x', '?city=SF')).toBe('')
})

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['br; q=0.1, gzip;q=0.0', 'br'],
  ['BR', 'br'],
  ['deflate', 'identity'],
  ['br;q=x', 'identity'],
])('Accept-Encoding %s gets %s', (header, encoding) => {
  expect([chooseEncoding(header), chooseEncoding(header)]).toEqual([encoding, encoding])
})

import { expect, it } from 'vitest'
import { toSource } from './content.ts'

it.each([
  ['https://user:word@a.test/talks/1?key=a#b', undefined, 'https://a.test/talks/1'],
  ['https://a.test/private/talks', true, 'https://a.test/private/talks'],
  ['https://a.test/export/secret', false, 'https://a.test/'],
  ['https://google.test/calendar/ical/a%40b.c/private-1/basic.ics', undefined, 'https://google.test/'],
  ['https://p01-caldav.icloud.test/published/2/secret', undefined, 'https://p01-caldav.icloud.test/'],
])('of %s (a page: %s) the source is %s', (address, isPage, source) => {
  expect(toSource(address, isPage)).toBe(source)
})

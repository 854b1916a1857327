import { expect, it } from 'vitest'
import { sharedHeaders, toTag } from './shared-headers.ts'
import type { Source } from './sources.ts'

const answer = (sources: readonly Source[], until?: number) =>
  sharedHeaders({
    headers: { 'Cache-Control': 'no-cache' },
    shared: { sources, until, isCurrent: () => true },
  })

it('writes tags that no header refuses, whatever a series is called', () => {
  expect(toTag('events in A, "b" é\n\ud800')).toBe('events-in-A%2C-%22b%22-%C3%A9%0A%EF%BF%BD')
})

it('names the tables in place of thousands of rows, and all parts of the content', () => {
  const events = Array.from({ length: 1_000 }, (_, number): Source => `event ${number}`)
  const { 'Cache-Tag': tags = '' } = answer([...events, 'content home', 'content siteSettings']) ?? {}
  expect(tags.split(',')).toEqual([
    'site',
    'all-events',
    'all-content',
    'events',
    'content',
    'content-home',
    'content-siteSettings',
  ])
})

it('lasts until its deadline, and not at all for less than a second', () => {
  expect(answer(['events'], Date.now() + 90_500)?.['Cache-Control']).toMatch(/s-maxage=(90|8\d),/)
  expect(answer(['events'], Date.now() + 900)).toBeUndefined()
  expect(answer(['events'], Date.now() + 1e9)?.['Cache-Control']).toContain('s-maxage=86400,')
})

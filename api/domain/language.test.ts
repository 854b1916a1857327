import { expect, it } from 'vitest'
import { type Language, linkTo, readAddress } from '#domain/language.ts'
import { isLocalized, withoutPrefix } from '#domain/pages/pages.ts'

it.each<[string, Language, string]>([
  ['/', 'en', '/'],
  ['/about', 'en', '/about'],
  ['/es', 'es', '/'],
  ['/es/', 'es', '/'],
  ['/fr/events/2026-11-21', 'fr', '/events/2026-11-21'],
  ['/en/about', 'en', '/en/about'],
  ['/de/about', 'en', '/de/about'],
  ['/esprit', 'en', '/esprit'],
])('%s is in %s: %s', (pathname, language, path) => {
  expect(readAddress(pathname)).toEqual({ language, path })
})

it.each<[string, Language, string]>([
  ['/', 'en', '/'],
  ['/', 'es', '/es'],
  ['/?city=NYC#top', 'fr', '/fr?city=NYC#top'],
  ['/#my-listings', 'es', '/es#my-listings'],
  ['/events?page=2', 'fr', '/fr/events?page=2'],
])('%s in %s is %s', (path, language, link) => {
  expect(linkTo(path, language)).toBe(link)
})

it.each([
  '/',
  '/?city=NYC',
  '/about',
  '/category/jobs/feed.xml',
  '/events/week.txt',
  '/embed/events',
  '/calendar/x.ics',
  '/search.json?q=a',
])('%s exists in every language', (path) => {
  expect(isLocalized(path)).toBe(true)
})

it.each([
  '/es/',
  '/es/api/events',
  '/es/embed.js',
  '/es/robots.txt',
  '/es/sitemap/pages.xml',
  '/es/_astro/x.js',
  '/es/about.html',
])('%s is not the path of a page in Spanish', (pathname) => {
  expect(withoutPrefix(pathname)).toBe(pathname)
})

it('routes have no prefix', () => {
  expect(['/es', '/fr/listing/x', '/post'].map(withoutPrefix)).toEqual(['/', '/listing/x', '/post'])
})

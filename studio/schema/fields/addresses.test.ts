import { expect, test } from 'vitest'
import { checkHref } from './addresses.ts'

test.each([
  '/',
  '/apply',
  '/events/2026-11-21?x=1#y',
  'https://example.org',
  'http://example.org/a',
  'mailto:hello@example.org',
  'tel:+14155550100',
])('%s may be a link', (href) => {
  expect(checkHref(href)).toBe(true)
})

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  '//example.org',
  '/\\example.org',
  'example.org',
  'apply',
  'mailto:',
  'mailto:nobody',
  'tel:call me',
  'https://',
  'https://example.org/a b',
  'ftp://example.org',
  '',
])('%j may not be a link', (href) => {
  expect(checkHref(href)).toMatch(/^Begin with/)
})

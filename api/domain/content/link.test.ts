import { expect, it } from 'vitest'
import { isLink, isSecureAddress } from './link.ts'

it.each([
  ['/'],
  ['/apply'],
  ['/events?date=today#list'],
  ['https://example.org'],
  ['http://example.org/a?b=c#d'],
  ['mailto:hello@example.org'],
  ['tel:+1(415)555-0100'],
])('%s is an allowed link', (href) => {
  expect(isLink(href)).toBe(true)
})

it.each([
  [''],
  ['apply'],
  ['//example.org'],
  ['/\\example.org'],
  ['/a b'],
  ['javascript:alert(1)'],
  ['JAVASCRIPT:alert(1)'],
  ['data:text/html,x'],
  ['https:example.org'],
  ['https:/example.org'],
  ['https://'],
  ['mailto:a'],
  ['mailto:a b@example.org'],
  ['tel:*67'],
])('%s is not an allowed link', (href) => {
  expect(isLink(href)).toBe(false)
})

it.each([
  ['https://schedule.example.org/intro', true],
  ['http://schedule.example.org', false],
  ['https:schedule.example.org', false],
  ['javascript:alert(1)', false],
])('%s is an https address: %s', (href, isSecure) => {
  expect(isSecureAddress(href)).toBe(isSecure)
})

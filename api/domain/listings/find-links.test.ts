import { expect, it } from 'vitest'
import { findLinks } from './find-links.ts'

/** Links as `text -> href`. */
function linksOf(text: string, options?: { phones: boolean }): string[] {
  return findLinks(text, options).flatMap((part) => (part.href ? [`${part.text} -> ${part.href}`] : []))
}

it.each([
  ['write to ann@example.org.', ['ann@example.org -> mailto:ann@example.org']],
  [
    '(ann.lee+job@mail.example.co.uk)',
    ['ann.lee+job@mail.example.co.uk -> mailto:ann.lee+job@mail.example.co.uk'],
  ],
  ['see https://example.org/a?b=c#d, or not', ['https://example.org/a?b=c#d -> https://example.org/a?b=c#d']],
  [
    'https://en.example.org/wiki/Fund_(finance)',
    ['https://en.example.org/wiki/Fund_(finance) -> https://en.example.org/wiki/Fund_(finance)'],
  ],
  ['(see www.example.org/x)!', ['www.example.org/x -> https://www.example.org/x']],
  ['«https://example.org»', ['https://example.org -> https://example.org']],
  ['javascript:alert(1) data:text/html,x ftp://example.org', []],
  ['https://', []],
  ['https://example.org:x@evil.example/', ['x@evil.example -> mailto:x@evil.example']],
  ['a@b x@ @y ann@example', []],
  [
    'ann@example.org?bcc=bob@example.org',
    ['ann@example.org -> mailto:ann@example.org', 'bob@example.org -> mailto:bob@example.org'],
  ],
  [
    'ann@example.org%0aBcc:bob@example.org',
    ['ann@example.org -> mailto:ann@example.org', 'bob@example.org -> mailto:bob@example.org'],
  ],
  ['ann@example.org\r\nBcc: x', ['ann@example.org -> mailto:ann@example.org']],
  ['<https://example.org/"onclick=x>', ['https://example.org/ -> https://example.org/']],
])('fault 50: finds the addresses in %j', (text, links) => {
  expect(linksOf(text)).toEqual(links)
  expect(
    findLinks(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

it.each([
  ['+1 415-555-0100', ['+1 415-555-0100 -> tel:+14155550100']],
  ['(415) 555-0100, evenings', ['(415) 555-0100 -> tel:4155550100']],
  [
    'ann@example.org or 415.555.0100',
    ['ann@example.org -> mailto:ann@example.org', '415.555.0100 -> tel:4155550100'],
  ],
  ['2026', []],
  ['$150,000 a year', []],
  ['order 12345678901234567890', []],
])('finds the phone numbers in %j on request', (text, links) => {
  expect(linksOf(text, { phones: true })).toEqual(links)
})

it('ignores phone numbers by default', () => {
  expect(linksOf('415-555-0100')).toEqual([])
})

it.each([
  'a'.repeat(10_000),
  'a.'.repeat(5_000),
  'www.'.repeat(2_500),
  '1 '.repeat(5_000),
  '('.repeat(10_000),
])('handles a long, repetitive text', (text) => {
  const all = findLinks(text, { phones: true })
  expect(all.map((part) => part.text).join('')).toBe(text)
})

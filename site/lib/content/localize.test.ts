import { describe, expect, it } from 'vitest'
import { inLanguage } from '#domain/in-language.ts'
import { localize, localizeLink } from './localize.ts'

const text = (...texts: string[]) =>
  texts.map((words) => ({ _type: 'block', children: [{ _type: 'span', text: words }] }))
const picture = { _type: 'figure', asset: { _ref: 'image-abc-8x6-png' }, alt: 'una sala' }

describe('a piece of copy', () => {
  const answer = { title: 'about', title_es: 'acerca de', title_fr: null }

  it('has no `lang` on an English page', () => {
    expect(localize(answer, 'en')).toEqual({ title: { value: 'about', lang: undefined } })
  })

  it('is in the page’s language if it is translated', () => {
    expect(localize(answer, 'es')).toEqual({ title: { value: 'acerca de', lang: undefined } })
  })

  it('is in English, marked with `lang`, if it is not translated', () => {
    expect(localize(answer, 'fr')).toEqual({ title: { value: 'about', lang: 'en' } })
  })

  it.each<[string, unknown]>([
    ['nothing', null],
    ['an empty text', ''],
    ['spaces', ' \n '],
    ['an empty list', []],
    ['a list of spaces', ['', ' ']],
    ['a formatted text of nothing', text('', ' ')],
    ['a formatted text without parts', [{ _type: 'block', children: null }]],
  ])('counts as untranslated if the translation is %s', (_kind, title_es) => {
    expect(localize({ title: 'about', title_es }, 'es')).toEqual({ title: { value: 'about', lang: 'en' } })
  })

  it.each<[string, unknown]>([
    ['a list that has a word', ['', 'a']],
    ['a formatted text that has a word', text('', 'hola')],
    ['a picture alone', [picture]],
    ['a number, which is a fault', 5],
    ['a group of fields, which is a fault', {}],
  ])('is the translation if that is %s', (_kind, title_es) => {
    expect(localize({ title: 'about', title_es }, 'es')).toEqual({
      title: { value: title_es, lang: undefined },
    })
  })
})

it('finds copy at every depth, and leaves other fields unchanged', () => {
  const answer = {
    tiers: [
      { name: 'Core', name_es: 'Central', price: 5, features: ['a'], features_es: ['b'] },
      { name: 'Pilot', name_es: null, price: 0, features: ['c'], features_es: [] },
    ],
    facts: { months: 4, rounds: { from: 3, to: 4 } },
    intro: null,
    contactEmail: 'a@example.org',
  }
  expect(localize(answer, 'es')).toEqual({
    tiers: [
      { name: { value: 'Central' }, price: 5, features: { value: ['b'] } },
      { name: { value: 'Pilot', lang: 'en' }, price: 0, features: { value: ['c'], lang: 'en' } },
    ],
    facts: { months: 4, rounds: { from: 3, to: 4 } },
    intro: null,
    contactEmail: 'a@example.org',
  })
})

it('returns null for a missing document', () => {
  expect(localize(null, 'es')).toBeNull()
})

it.each([
  ['/apply', '/fr/apply'],
  ['/#newest', '/fr#newest'],
  ['/events?topic=AI', '/fr/events?topic=AI'],
  ['/es/apply', '/es/apply'],
  ['/images/a.webp', '/images/a.webp'],
  ['https://example.org/about', 'https://example.org/about'],
  ['mailto:a@example.org?subject=x', 'mailto:a@example.org?subject=x'],
])('an editor’s link to %s leads to %s on a French page', (href, expected) => {
  expect(inLanguage('fr', () => localizeLink(href))).toBe(expected)
})

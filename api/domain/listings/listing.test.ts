import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectLinear } from '../../tests/expect-linear.ts'
import { cleanText } from '../clean-text.ts'
import { catalogue } from './catalogue.ts'
import { describeFaults, faultsByField, listingInputSchema } from './listing.ts'

const inOrder = {
  category: 'jobs',
  subcategory: 'product',
  title: 'title',
  description: 'description',
  contact: 'contact',
  location: 'SF',
}

function faultOf(fields: Record<string, unknown>): string {
  const result = listingInputSchema.safeParse({ ...inOrder, ...fields })
  return result.success ? '' : describeFaults(result.error)
}

function read(fields: Record<string, unknown>) {
  return listingInputSchema.parse({ ...inOrder, ...fields })
}

describe('a posted listing', () => {
  it.each([
    ['title', 140],
    ['description', 10_000],
    ['contact', 200],
  ])('fault 47: has a %s of at most %i code points after trimming', (field, maximum) => {
    const emoji = '👩‍👩‍👧'.slice(0, 2)
    expect(faultOf({ [field]: ` ${emoji.repeat(maximum)} ` })).toBe('')
    const tooLong = `${field} is too long: ${(maximum + 1).toLocaleString('en')} characters, at most ${maximum.toLocaleString('en')}`
    expect(faultOf({ [field]: emoji.repeat(maximum + 1) })).toBe(tooLong)
  })

  it.each([
    ['title', '', 'enter a title'],
    ['title', ' \n\t\u00a0\u2003', 'enter a title'],
    ['title', '\u200b\u200d', 'enter a title'],
    ['title', '\u2800\u2800', 'enter a title'],
    ['title', '\u3164', 'enter a title'],
    ['title', '\u115f \u1160\uffa0\u{1d159}\u{13441}\u{13442}', 'enter a title'],
    ['title', 'a' + '\u0301'.repeat(9), 'title has too many accents on one letter: at most 8'],
    [
      'description',
      'a\n\u0301' + '\u0336'.repeat(500),
      'description has too many accents on one letter: at most 8',
    ],
    ['title', undefined, 'enter a title'],
    ['title', null, 'title must be text'],
    ['title', ['a'], 'title must be text'],
    ['title', 'a\nb', 'title must be one line'],
    ['description', '', 'enter a description'],
    ['contact', '  ', 'enter your contact info: an email address or a phone number'],
    ['contact', 'a\r\nBcc: b', 'contact must be one line'],
    ['location', 'Berlin', 'choose a location: SF or NYC'],
    ['location', '', 'choose a location: SF or NYC'],
    ['location', undefined, 'choose a location: SF or NYC'],
    ['category', 'cars', 'choose a category; choose a subcategory'],
    ['category', undefined, 'choose a category; choose a subcategory'],
    ['category', '__proto__', 'choose a category; choose a subcategory'],
    ['subcategory', '', 'choose a subcategory of jobs'],
    ['subcategory', undefined, 'choose a subcategory'],
    ['subcategory', 'coworking', 'choose a subcategory of jobs'],
    ['subcategory', 7, 'subcategory must be text'],
    ['createdAt', '2020-01-01', 'unknown field: "createdAt"'],
  ])('fault 46, 47: with the %s %j is refused with a message', (field, value, fault) => {
    expect(faultOf({ [field]: value })).toBe(fault)
  })

  it.each([
    ['title', 'Frontier\u200b Tower\tdemo\u00a0day\u2028', 'Frontier Tower demo day'],
    ['description', 'one\u000btwo\0\u200b', 'one\ntwo'],
    ['contact', '\u202a+1\u00a0415 555 0100\u202c', '+1 415 555 0100'],
    ['contact', '\u2068pat@example.com\u2069 ', 'pat@example.com'],
    ['company', '\ufeffAcme\u00ad Inc', 'Acme Inc'],
    ['payCurrency', '\u200bEUR\u00a0', 'EUR'],
    ['payPeriod', '\u2068hour\u2069', 'hour'],
    ['category', '\u200bjobs\u00a0', 'jobs'],
    ['subcategory', 'design\u00a0ux\ufeff', 'design ux'],
    ['location', '\u200eNYC\u200e', 'NYC'],
  ])('has no invisible characters in its %s: %j', (field, value, cleaned) => {
    expect(read({ payFrom: 40, [field]: value })).toHaveProperty(field, cleaned)
  })

  it('keeps tabs and line breaks in a description, as LF', () => {
    expect(read({ description: ' a\r\n\tb\rc ' }).description).toBe('a\n\tb\nc')
  })

  it.each([
    ['Arabic with vowel signs', 'مُحَمَّدٌ يَبْحَثُ عَنْ شَرِيكٍ'],
    ['Hebrew with points and accents', 'בְּרֵאשִׁ֖ית בָּרָ֣א'],
    ['Hindi', 'संस्थापक की तलाश र्त्स्न्या'],
    ['Thai', 'หาผู้ร่วมก่อตั้งที่นี่ ปั้น'],
    ['Vietnamese in single marks', 'Tìm người đồng sáng lập ở Đà Nẵng'.normalize('NFD')],
    ['Burmese', 'မြွှေ ကျွန်ုပ်တို့'],
    ['Tibetan', 'ཨོཾ་མ་ཎི་པདྨེ་ཧཱུྃ'],
    ['Khmer', 'ស្ត្រីក្រុមហ៊ុនខ្ញុំ'],
    ['Hangul in single letters', '공동 창업자'.normalize('NFD')],
    ['Braille', '\u2801\u2803\u2800\u2809'],
    ['emoji of several parts', '👩🏽‍🚀👨‍👩‍👧‍👦🏳️‍🌈🏴󠁧󠁢󠁥󠁮󠁧󠁿1️⃣❤️'],
  ])('may have a title in %s', (_what, title) => {
    expect(read({ title }).title).toBe(title)
  })

  it('has one fault per field, in the order of the fields', () => {
    const result = listingInputSchema.safeParse({ extra: 1 })
    expect(result.success ? [] : Object.keys(faultsByField(result.error))).toEqual([
      'category',
      'subcategory',
      'title',
      'description',
      'contact',
      'location',
      'form',
    ])
  })

  it('may have every category and subcategory by name or slug, and is returned with names', () => {
    for (const { name, slug, subcategories } of catalogue) {
      for (const each of subcategories) {
        const byName = read({ category: name, subcategory: each.name })
        const bySlug = read({ category: slug.toUpperCase(), subcategory: each.slug.toLowerCase() })
        expect([byName.category, byName.subcategory]).toEqual([name, each.name])
        expect(bySlug).toEqual(byName)
      }
    }
  })

  it('is parsed or refused, but never throws, whatever it contains', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.record({ title: fc.string({ unit: 'binary' }) })), (value) => {
        const result = listingInputSchema.safeParse(value)
        expect(result.success || describeFaults(result.error).length > 0).toBe(true)
      }),
    )
  })

  it('fault 47: keeps text in every script unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), (text) => {
        const written = cleanText(`x${text}x`, 'one')
        const isVisible = (character: string) => /(?![\p{DI}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u.test(character)
        expect(read({ title: written }).title).toBe(written)
        expect([...written].filter(isVisible)).toEqual([...`x${text}x`].filter(isVisible))
      }),
    )
  })

  it.each(['a', '\u0301', ' ', 'a '])(
    'fault 36, 56: is validated in linear time for repetitions of %j',
    (bait) => {
      expectLinear((text) => {
        for (const field of Object.keys(inOrder)) faultOf({ [field]: text })
      }, bait)
    },
  )
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectLinear } from '../tests/expect-linear.ts'
import { cleanText } from './clean-text.ts'

describe('cleanText', () => {
  it.each([
    [
      'zero-width characters, as Sanity’s stega encoding adds',
      'Frontier\u200b\u200c\u200d\ufeff Tower',
      'Frontier Tower',
    ],
    ['a soft hyphen and a word joiner', 'Fron\u00adtier To\u2060wer', 'Frontier Tower'],
    ['the marks of Apple Contacts around a number', '\u202a+1 415 555 0100\u202c', '+1 415 555 0100'],
    ['the marks of Signal around a number', '\u2068+1 415 555 0100\u2069', '+1 415 555 0100'],
    ['marks within a text that reorder what follows', 'pay \u202e001\u202c now', 'pay 001 now'],
    ['direction marks around and within Latin text', '\u200eZo\u200f House\u061c', 'Zo House'],
    ['control characters and half a surrogate pair', 'a\u0000b\u0007c\ud800', 'abc'],
    ['tags and annotations', 'Homebrew\u{e0061}\u{e007f}\ufff9', 'Homebrew'],
    ['fillers that look like spaces', 'a\u3164b\uffa0c', 'abc'],
    ['a variation selector after a letter', 'SHACK15\ufe0f', 'SHACK15'],
  ])('fault 46, 92: removes %s', (_what, text, cleaned) => {
    expect(cleanText(text, 'one')).toBe(cleaned)
    expect(cleanText(text, 'many')).toBe(cleaned)
  })

  it.each([
    ['Persian', 'می\u200cخواهم'],
    ['Malayalam at the end of a word', 'ന്\u200d ക്'],
    ['Hindi', 'क्\u200dष र्\u200cक'],
    ['Sinhala', 'ශ්\u200dරී'],
    ['Hebrew with a mark before the period', 'שלום abc\u200f.'],
    ['words of Thai', 'ผู้ก่อตั้ง\u200bสตาร์ทอัพ'],
    ['emoji of several parts', '👩🏽‍🚀👨‍👩‍👧‍👦🏳️‍🌈🏴󠁧󠁢󠁥󠁮󠁧󠁿1️⃣❤️'],
    ['a Han character in a chosen form', '葛\u{e0100}城'],
    ['Mongolian with a chosen form', 'ᠠ\u180bᠪ'],
    ['Braille', '\u2801\u2800\u2803'],
    ['old Hangul', '\u115f\u1161 \u1100\u1160\u11a8'],
    ['signs that enclose Arabic digits', '\u06dd١٢'],
  ])('keeps what shapes %s', (_what, text) => {
    expect(cleanText(text, 'one')).toBe(text)
  })

  it.each(['\u00a0', '\u2009', '\u202f', '\u3000', '\u1680', '\u2800', '\t', '  ', ' \u00a0 '])(
    'makes one space of %j in one line',
    (space) => {
      expect(cleanText(`${space}Zo${space}House${space}`, 'one')).toBe('Zo House')
    },
  )

  it.each(['\v', '\f', '\u0085', '\u2028', '\u2029', '\r\n', '\r'])(
    'makes a line break of %j',
    (lineBreak) => {
      expect(cleanText(`a${lineBreak}b${lineBreak}`, 'many')).toBe('a\nb')
    },
  )

  it.each(['\v', '\f', '\u0085', '\u2028', '\u2029'])('makes a space of %j in one line', (lineBreak) => {
    expect(cleanText(`a${lineBreak}b`, 'one')).toBe('a b')
  })

  it('keeps tabs, repeated spaces and empty lines in many lines', () => {
    expect(cleanText('\n a  b\tc\n\n  d ', 'many')).toBe('a  b\tc\n\n  d')
  })

  it('is idempotent and never throws', () => {
    const unit = fc.oneof(
      fc.constantFrom(
        ...'aאب我ก्क👩❤1#가 \n\t\r\v\u200b\u200c\u200d\u200e\u200f\u00ad\ufe0f\u20e3\u034f\u115f\u1160',
      ),
      fc.constantFrom(
        '\u00a0',
        '\u2800',
        '\u2801',
        '\u202a',
        '\u180b',
        'ᠠ',
        '\ud800',
        '\u{e0067}',
        '\u{e007f}',
        '🏴',
      ),
    )
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 8 }), fc.constantFrom('one', 'many'), (text, lines) => {
        const cleaned = cleanText(text, lines)
        expect(cleanText(cleaned, lines)).toBe(cleaned)
      }),
      { numRuns: 5_000 },
    )
  })

  it.each(['a', ' ', '\u00a0', '\u200d', '👩\u200d', '\u{e0067}', '\u{1f3f4}\u{e0067}', 'ب\u200c'])(
    'cleans repetitions of %j in linear time',
    (bait) => {
      expectLinear((text) => cleanText(`é${text}`, 'one'), bait)
    },
  )
})

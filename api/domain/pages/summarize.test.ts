import { expect, it } from 'vitest'
import { expectLinear } from '../../tests/expect-linear.ts'
import { summarize } from './summarize.ts'

it.each([
  ['short, whole', 'short, whole'],
  ['two\n\n  lines', 'two lines'],
  ['a word is never cut', 'a word is…'],
  ['exactly twelve words', 'exactly…'],
  ['a longword12 more', 'a longword12…'],
  ['onewordwithoutend', 'onewordwitho…'],
  ['', ''],
])('shortens %j to %j', (text, summary) => {
  expect(summarize(text, 12)).toBe(summary)
})

it('never splits a grapheme, however many code points it has', () => {
  const family = '👩‍👩‍👧‍👦'
  expect(summarize(family.repeat(30), 10)).toBe(`${family}…`)
  expect(summarize('e\u0301'.repeat(30), 9)).toBe(`${'e\u0301'.repeat(4)}…`)
  expect(summarize('🙂'.repeat(30), 9)).toBe(`${'🙂'.repeat(9)}…`)
})

it('cuts within a grapheme that is too long', () => {
  expect([...summarize(`a${'\u0301'.repeat(10_000)}`)]).toHaveLength(201)
})

it('takes linear time', () => {
  expectLinear(summarize, 'word ')
  expectLinear(summarize, ' ')
})

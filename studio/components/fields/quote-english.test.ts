import { expect, test } from 'vitest'
import { quoteEnglish } from './quote-english.ts'

const paragraph = (...texts: string[]) => ({ _type: 'block', children: texts.map((text) => ({ text })) })

test.each([
  ['about', 'Shows the English: “about”'],
  [['weekly events', 'demo days'], 'Shows the English: “weekly events · demo days”'],
  [[paragraph('Mentors', ':'), paragraph(' '), paragraph('vote')], 'Shows the English: “Mentors: · vote”'],
  ['x'.repeat(401), `Shows the English: “${'x'.repeat(400)}…”`],
  [undefined, 'Shows the English.'],
  [' ', 'Shows the English.'],
  [[], 'Shows the English.'],
  [[{ _type: 'figure' }, { _type: 'block' }], 'Shows the English.'],
])('the description of a translation quotes %o: %j', (english, words) => {
  expect(quoteEnglish('Shows the English.', english)).toBe(words)
})

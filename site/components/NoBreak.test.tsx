import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { NoBreak } from './NoBreak.tsx'

const noBreak = (text: string) => `<span class="no-break">${text}</span>`

it.each([
  ['plain words - and a dash', 'plain words - and a dash'],
  ['3-4 rounds of 15-minute calls.', `${noBreak('3-4')} rounds of ${noBreak('15-minute')} calls.`],
  ['une présentation d’une demi-heure', `une présentation d’une ${noBreak('demi-heure')}`],
  ['', ''],
])('keeps the compounds of %j on one line', (text, html) => {
  expect(renderToStaticMarkup(<NoBreak text={text} />)).toBe(html)
})

it('keeps the given parts on one line, if the text contains them', () => {
  const text = 'Monday, November 23, 2026 at 8:00 AM PST'
  const parts = ['November 23, 2026', 'missing', '', '8:00 AM PST']
  expect(renderToStaticMarkup(<NoBreak text={text} parts={parts} />)).toBe(
    `Monday, ${noBreak('November 23, 2026')} at ${noBreak('8:00 AM PST')}`,
  )
})

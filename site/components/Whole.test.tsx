import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Whole } from './Whole.tsx'

const whole = (text: string) => `<span class="whole">${text}</span>`

it.each([
  ['plain words - and a dash', 'plain words - and a dash'],
  ['3-4 rounds of 15-minute calls.', `${whole('3-4')} rounds of ${whole('15-minute')} calls.`],
  ['une présentation d’une demi-heure', `une présentation d’une ${whole('demi-heure')}`],
  ['', ''],
])('keeps the compounds of %j on one line', (text, html) => {
  expect(renderToStaticMarkup(<Whole text={text} />)).toBe(html)
})

it('keeps the given parts on one line, if the text contains them', () => {
  const text = 'Monday, November 23, 2026 at 8:00 AM PST'
  const parts = ['November 23, 2026', 'missing', '', '8:00 AM PST']
  expect(renderToStaticMarkup(<Whole text={text} parts={parts} />)).toBe(
    `Monday, ${whole('November 23, 2026')} at ${whole('8:00 AM PST')}`,
  )
})

import { expect, it } from 'vitest'
import { createFactFiller } from './facts.ts'

const { fillText, fillBody } = createFactFiller({
  months: 4,
  events: 16,
  eventsPerWeek: 1,
  pitchCallMinutes: 5,
  pitchMinutes: 2,
  questionMinutes: 3,
  feedbackMinutes: 15,
  feedbackRounds: { from: 3, to: 4 },
  investorConversations: { from: 3, to: 5 },
})

it('replaces the names of figures in a text, and leaves other braces', () => {
  const value = '{feedbackRounds} rounds of {feedbackMinutes}-minute sessions, {unknown} {'
  expect(fillText({ value, lang: 'en' })).toEqual({
    value: '3-4 rounds of 15-minute sessions, {unknown} {',
    lang: 'en',
  })
})

it('fills only the spans of a formatted text', () => {
  const span = { _type: 'span' as const, _key: 's', text: '{months} months', marks: ['{months}'] }
  const block = {
    _type: 'block' as const,
    _key: 'b',
    style: 'normal' as const,
    children: [span],
    markDefs: [],
    listItem: undefined,
    level: undefined,
  }
  expect(fillBody({ value: [block] }).value).toEqual([
    { ...block, children: [{ ...span, text: '4 months' }] },
  ])
})

import { expect, it } from 'vitest'
import { inLanguage } from '#domain/in-language.ts'
import { describeStatus, describeTime, describeWhen, lastDay } from './when.ts'

const date = '2026-11-22T02:30:00.000Z'
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

it.each([
  [{ date }, 'Saturday, November 21, 2026 at 6:30 PM PST'],
  [{ date, end: '2026-11-22T05:00:00.000Z' }, 'Saturday, November 21, 2026 at 6:30 PM – 9:00 PM PST'],
  [
    { date, end: '2026-11-22T09:00:00.000Z' },
    'Saturday, November 21, 2026 at 6:30 PM PST – Sunday, November 22, 2026 at 1:00 AM PST',
  ],
  [{ date, allDay: true }, 'Saturday, November 21, 2026'],
  [
    { date, allDay: true, end: '2026-11-23T20:00:00.000Z' },
    'Saturday, November 21, 2026 – Monday, November 23, 2026',
  ],
] as const)('says when %j is', (times, text) => {
  expect(plain(describeWhen(times))).toBe(text)
})

it('says the time of a row, the last day, and the status in the reader’s language', () => {
  expect([describeTime({ date }), describeTime({ date, allDay: true })].map(plain)).toEqual([
    '6:30 PM',
    'all day',
  ])
  expect([lastDay({ date }), lastDay({ date, end: '2026-11-22T09:00:00.000Z' })]).toEqual([
    '2026-11-21',
    '2026-11-22',
  ])
  expect(describeStatus({})).toBeUndefined()
  expect(inLanguage('fr', () => describeStatus({ status: 'cancelled' }))).toBe('annulé')
})

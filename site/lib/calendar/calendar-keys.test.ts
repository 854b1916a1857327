import { expect, it } from 'vitest'
import { moveInCalendar } from './calendar-keys.ts'

const plain = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }

it.each([
  ['ArrowLeft', '2026-11-01', '2026-10-31'],
  ['ArrowRight', '2026-12-31', '2027-01-01'],
  ['ArrowUp', '2026-11-21', '2026-11-14'],
  ['ArrowDown', '2026-11-28', '2026-12-05'],
  ['Home', '2026-11-18', '2026-11-15'],
  ['Home', '2026-08-01', '2026-08-01'],
  ['End', '2026-11-18', '2026-11-21'],
  ['End', '2026-11-30', '2026-11-30'],
  ['PageUp', '2026-03-31', '2026-02-28'],
  ['PageDown', '2026-01-31', '2026-02-28'],
])('%s on %s leads to %s', (key, day, next) => {
  expect(moveInCalendar(day, { ...plain, key })).toBe(next)
})

it('moves by a year with Shift', () => {
  expect(moveInCalendar('2028-02-29', { ...plain, key: 'PageDown', shiftKey: true })).toBe('2029-02-28')
})

it.each([
  { key: 'Enter' },
  { key: 'Tab' },
  { key: 'ArrowLeft', altKey: true },
  { key: 'Home', ctrlKey: true },
])('leaves %o to the browser', (pressed) => {
  expect(moveInCalendar('2026-11-21', { ...plain, ...pressed })).toBeUndefined()
})

it('does not move before the year 1900 or after 9998', () => {
  expect(moveInCalendar('9998-12-31', { ...plain, key: 'ArrowRight' })).toBeUndefined()
  expect(moveInCalendar('1900-01-01', { ...plain, key: 'ArrowLeft' })).toBeUndefined()
})

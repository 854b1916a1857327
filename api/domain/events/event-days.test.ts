import { expect, it } from 'vitest'
import { summarizeDays } from './event-days.ts'

const at = (date: string) => ({ id: date, date, title: `at ${date}`, organizers: 'left out' })

it('counts the events of each Pacific day and keeps the first three', () => {
  const hours = ['08:00', '12:00', '18:00', '23:00'].map((time) => at(`2026-03-14T${time}:00Z`))
  const days = summarizeDays([...hours, at('2026-03-15T06:59:59Z'), at('2026-03-15T07:00:00Z')])
  expect(Object.keys(days)).toEqual(['2026-03-14', '2026-03-15'])
  expect(days['2026-03-14']?.count).toBe(5)
  expect(days['2026-03-14']?.first.map(({ id }) => id)).toEqual(hours.slice(0, 3).map(({ id }) => id))
  expect(days['2026-03-15']?.first).toEqual([
    { id: '2026-03-15T07:00:00Z', date: '2026-03-15T07:00:00Z', title: 'at 2026-03-15T07:00:00Z' },
  ])
})

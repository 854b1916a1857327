import { expect, it } from 'vitest'
import { findDaysAround, summarizeDays, summarizeOthers } from './event-days.ts'

const at = (date: string) => ({ id: date, date, title: `at ${date}`, organizers: 'left out' })

const march = { from: '2026-03-01', to: '2026-03-31' }

it('counts the events of each Pacific day and keeps the first three', () => {
  const hours = ['08:00', '12:00', '18:00', '23:00'].map((time) => at(`2026-03-14T${time}:00Z`))
  const days = summarizeDays([...hours, at('2026-03-15T06:59:59Z'), at('2026-03-15T07:00:00Z')], march)
  expect(Object.keys(days)).toEqual(['2026-03-14', '2026-03-15'])
  expect(days['2026-03-14']?.count).toBe(5)
  expect(days['2026-03-14']?.first.map(({ id }) => id)).toEqual(hours.slice(0, 3).map(({ id }) => id))
  expect(days['2026-03-15']?.first).toEqual([
    { id: '2026-03-15T07:00:00Z', date: '2026-03-15T07:00:00Z', title: 'at 2026-03-15T07:00:00Z' },
  ])
})

it('finds the nearest days with events, and the first events of the next one', () => {
  const on = (day: string, hour: string) => ({ ...at(`${day}T${hour}:00:00Z`), day, lastDay: day })
  const events = [
    on('2026-03-10', '17'),
    on('2026-03-12', '17'),
    ...['17', '18', '19', '20'].map((hour) => on('2026-03-20', hour)),
  ]
  expect(findDaysAround(events, '2026-03-15')).toMatchObject({
    before: '2026-03-12',
    after: { day: '2026-03-20', count: 4, first: [{}, {}, {}] },
  })
  expect(findDaysAround(events, '2026-03-12')).toMatchObject({ before: '2026-03-10', after: { count: 4 } })
  expect(findDaysAround(events, '2026-03-20')).toEqual({ before: '2026-03-12', after: undefined })
  expect(findDaysAround([], '2026-03-20')).toEqual({ before: undefined, after: undefined })
})

it('counts a multi-day event on each of its days within the window, and includes its end', () => {
  const fair = { ...at('2026-03-30T20:00:00Z'), end: '2026-04-02T01:00:00Z' }
  const days = summarizeDays([fair, at('2026-03-31T20:00:00Z')], march)
  expect(Object.entries(days).map(([day, { count }]) => [day, count])).toEqual([
    ['2026-03-30', 1],
    ['2026-03-31', 2],
  ])
  expect(days['2026-03-31']?.first).toEqual([
    { id: fair.id, date: fair.date, title: fair.title, end: fair.end },
    { id: '2026-03-31T20:00:00Z', date: '2026-03-31T20:00:00Z', title: 'at 2026-03-31T20:00:00Z' },
  ])
})

it('finds the other days of events that span the given day', () => {
  const on = (day: string, lastDay: string) => ({ ...at(`${day}T20:00:00Z`), day, lastDay })
  const fair = on('2026-03-10', '2026-03-14')
  const events = [fair, on('2026-03-11', '2026-03-11'), on('2026-03-20', '2026-03-20')]
  expect(findDaysAround(events, '2026-03-12')).toMatchObject({
    before: '2026-03-11',
    after: { day: '2026-03-13', count: 1, first: [{ id: fair.id }] },
  })
  expect(findDaysAround(events, '2026-03-14')).toMatchObject({
    before: '2026-03-13',
    after: { day: '2026-03-20' },
  })
  expect(findDaysAround(events, '2026-03-16')).toMatchObject({ before: '2026-03-14' })
})

it('lists five other events of a day, without the event itself', () => {
  const events = Array.from({ length: 8 }, (_, index) => at(`2026-03-14T1${index}:00:00Z`))
  const others = summarizeOthers(events, events[1]?.id ?? '')
  expect(others.count).toBe(7)
  expect(others.first.map(({ id }) => id.slice(11, 13))).toEqual(['10', '12', '13', '14', '15'])
})

import { describe, expect, it } from 'vitest'
import { findDisorder, findStage, hasPassed, listLoopDates, type LoopDates } from './dates.ts'

describe('a day', () => {
  // In 2026 the clocks change on March 8 and November 1.
  it.each([
    ['2026-12-18', '2026-12-19T07:59:59Z', '2026-12-19T08:00:00Z'],
    ['2026-03-08', '2026-03-09T06:59:59Z', '2026-03-09T07:00:00Z'],
    ['2026-11-01', '2026-11-02T07:59:59Z', '2026-11-02T08:00:00Z'],
  ])('%s is over at midnight in San Francisco, and not before', (day, before, after) => {
    expect([before, after].map((now) => hasPassed(day, new Date(now)))).toEqual([false, true])
  })
})

describe('the applications', () => {
  const dates = { opens: '2026-03-08', closes: '2026-11-01', nextOpens: '2027-01-04' }

  it.each<[string, LoopDates, string | undefined]>([
    ['2026-03-08T07:59:59Z', dates, 'soon 2026-03-08'],
    ['2026-03-08T08:00:00Z', dates, 'open 2026-11-01'],
    ['2026-11-02T07:59:59Z', dates, 'open 2026-11-01'],
    ['2026-11-02T08:00:00Z', dates, 'next 2027-01-04'],
    ['2026-11-02T08:00:00Z', { ...dates, nextOpens: undefined }, 'closed 2026-11-01'],
    ['2027-01-04T08:00:00Z', dates, 'rolling 2027-01-04'],
    ['2026-11-01T12:00:00Z', { closes: '2026-11-01' }, 'open 2026-11-01'],
    ['2026-11-01T12:00:00Z', { opens: '2026-11-01' }, 'rolling 2026-11-01'],
    ['2026-11-01T12:00:00Z', { opens: '2026-11-01', nextOpens: '2027-01-04' }, 'rolling 2026-11-01'],
    ['2026-11-01T12:00:00Z', { start: '2026-11-01', closes: 'soon' }, undefined],
  ])('are at %s with %j: %s', (now, given, expected) => {
    const stage = findStage(given, (day) => hasPassed(day, new Date(now)))
    expect(stage && `${stage.name} ${stage.day}`).toBe(expected)
  })
})

describe('the dates', () => {
  it('are listed in order, with a number for each of several demo days, and without what is no day', () => {
    const list = (dates: object) => listLoopDates(dates).map(({ id, number, day }) => [id, number, day])
    expect(
      list({ end: '2027-05-14', demoDays: ['2027-05-07', 'x', '2027-03-05'], opens: '2026-02-30' }),
    ).toEqual([
      ['demoDay-1', 1, '2027-03-05'],
      ['demoDay-2', 2, '2027-05-07'],
      ['end', undefined, '2027-05-14'],
    ])
    expect(list({ demoDays: ['2027-05-07'] })).toEqual([['demoDay-1', undefined, '2027-05-07']])
    expect(list({ demoDays: '2027-05-07', closes: 7 })).toEqual([])
  })

  it.each<[LoopDates, string | undefined]>([
    [{ opens: '2026-12-18', closes: '2026-12-18', start: '2027-01-11' }, undefined],
    [{ opens: '2026-12-19', closes: '2026-12-18' }, 'closes before opens'],
    [{ closes: '2026-12-18', decision: '2027-01-08', start: '2026-12-20' }, 'start before decision'],
    [{ start: '2027-01-11', demoDays: ['2027-01-10', '2027-03-05'] }, 'demoDay-1 before start'],
    [{ demoDays: ['2027-05-15'], end: '2027-05-14' }, 'end before demoDay-1'],
    [{ closes: '2026-12-18', end: '2027-05-14', nextOpens: '2027-03-01' }, undefined],
    [{ closes: '2026-12-18', nextOpens: '2026-12-17' }, 'nextOpens before closes'],
  ])('%j are in the order of a loop, or not: %s', (dates, expected) => {
    const found = findDisorder(dates)
    expect(found && `${found[1].id} before ${found[0].id}`).toBe(expected)
  })
})

import type { ICAL } from '../../feeds/ical.ts'
import { dayLength, type LocalTime, midnightOf } from '../zones.ts'

type Part = `BY${'MONTH' | 'WEEKNO' | 'YEARDAY' | 'MONTHDAY' | 'HOUR' | 'MINUTE' | 'SECOND' | 'SETPOS'}`

/**
 * The local times of a rule (RFC 5545, section 3.3.10), one list for each of its periods (years, months, …) that begins
 * before `until`. Dates that do not exist are left out, and UNTIL is ignored. Not with the iterator of ical.js: it moves
 * 29 February to March, leaves out dates of several kinds of rules, and searches some rules forever.
 */
export function* expandRule(rule: ICAL.Recur, start: LocalTime, until: LocalTime) {
  const first = new Date(start)
  const isInRule = matchDays(rule, first)
  // COUNT=-1 counts as absent.
  let left = (rule.count ?? 0) > 0 ? Number(rule.count) : Infinity
  for (let index = 0; left > 0; index += 1) {
    const from = beginPeriod(rule, first, index * rule.interval)
    const to = beginPeriod(rule, first, index * rule.interval + 1)
    if (from > until) return
    const days = []
    for (let day = midnightOf(from); day < to; day += dayLength) if (isInRule(day)) days.push(day)
    const all = days.flatMap((day) => listTimes(rule, first, day, from))
    const positions = valuesOf(rule, 'BYSETPOS')
    const times = all
      .filter((_, at) => !positions || isOne(positions, at + 1, all.length))
      .filter((time) => time >= start)
      .slice(0, left)
    left -= times.length
    yield times
  }
}

/** The beginning of the period (year, month, …) that comes so many after that of `start`. */
function beginPeriod({ freq, wkst }: ICAL.Recur, start: Date, steps: number): LocalTime {
  const [year, month, date] = [start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate()]
  if (freq === 'YEARLY') return Date.UTC(year + steps, 0)
  if (freq === 'MONTHLY') return Date.UTC(year, month + steps)
  if (freq === 'HOURLY') return Date.UTC(year, month, date, start.getUTCHours() + steps)
  if (freq === 'WEEKLY') return Date.UTC(year, month, date - sinceWeekStart(start, wkst) + 7 * steps)
  return Date.UTC(year, month, date + steps)
}

function listTimes(rule: ICAL.Recur, first: Date, day: LocalTime, from: LocalTime): LocalTime[] {
  const isHourly = rule.freq === 'HOURLY'
  const own = isHourly ? new Date(from).getUTCHours() : first.getUTCHours()
  const hours = valuesOf(rule, 'BYHOUR') ?? [own]
  const minutes = valuesOf(rule, 'BYMINUTE') ?? [first.getUTCMinutes()]
  const seconds = valuesOf(rule, 'BYSECOND') ?? [first.getUTCSeconds()]
  return hours
    .filter((hour) => !isHourly || hour === own)
    .flatMap((hour) => minutes.flatMap((minute) => seconds.map((second) => [hour, minute, second] as const)))
    .map(([hour, minute, second]) => day + ((hour * 60 + minute) * 60 + second) * 1000)
    .toSorted((one, other) => one - other)
}

/** Creates a function that tells whether a day matches the rule. What the rule leaves open is taken from its start. */
function matchDays(rule: ICAL.Recur, start: Date): (day: LocalTime) => boolean {
  const { freq, wkst } = rule
  const [weeks, yearDays] = [valuesOf(rule, 'BYWEEKNO'), valuesOf(rule, 'BYYEARDAY')]
  let [months, monthDays] = [valuesOf(rule, 'BYMONTH'), valuesOf(rule, 'BYMONTHDAY')]
  let weekdays = (rule.parts.BYDAY as string[] | undefined)?.map((text) => ({
    nth: Number.parseInt(text) || 0,
    weekday: ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'].indexOf(text.slice(-2)),
  }))
  if (!yearDays && !monthDays && !weekdays) {
    if (freq === 'WEEKLY' || (freq === 'YEARLY' && weeks)) weekdays = [{ nth: 0, weekday: start.getUTCDay() }]
    else if (freq === 'YEARLY' || freq === 'MONTHLY') monthDays = [start.getUTCDate()]
    if (freq === 'YEARLY' && !weeks) months ??= [start.getUTCMonth() + 1]
  }
  const isNumbered = freq === 'MONTHLY' || (freq === 'YEARLY' && !weeks)
  const isOfYear = freq === 'YEARLY' && !valuesOf(rule, 'BYMONTH')

  return (day) => {
    const date = new Date(day)
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
    if (months && !months.includes(month + 1)) return false
    const inMonth = [date.getUTCDate(), new Date(Date.UTC(year, month + 1, 0)).getUTCDate()] as const
    if (monthDays && !isOne(monthDays, ...inMonth)) return false
    const inYear = placeInYear(date)
    if (yearDays && !isOne(yearDays, ...inYear)) return false
    if (weeks) {
      // A week belongs to the year that has its fourth day.
      const [at, length] = placeInYear(new Date(day + (3 - sinceWeekStart(date, wkst)) * dayLength))
      if (!isOne(weeks, Math.ceil(at / 7), Math.ceil(at / 7) + Math.floor((length - at) / 7))) return false
    }
    if (!weekdays) return true
    const [at, length] = isOfYear ? inYear : inMonth
    return weekdays.some(
      ({ nth, weekday }) =>
        weekday === date.getUTCDay() &&
        (nth === 0 || !isNumbered || nth === Math.ceil(at / 7) || nth === -Math.ceil((length - at + 1) / 7)),
    )
  }
}

function valuesOf(rule: ICAL.Recur, part: Part): number[] | undefined {
  return rule.parts[part] as number[] | undefined
}

/** Negative values count from the end. */
function isOne(values: readonly number[], position: number, length: number): boolean {
  return values.includes(position) || values.includes(position - length - 1)
}

/** The day of the year, from 1, and the number of its days. */
function placeInYear(date: Date): [number, number] {
  const year = date.getUTCFullYear()
  const [begin, end] = [Date.UTC(year, 0), Date.UTC(year + 1, 0)]
  return [Math.floor((date.getTime() - begin) / dayLength) + 1, (end - begin) / dayLength]
}

/** `weekStart` as in ical.js: 1 is Sunday. */
function sinceWeekStart(date: Date, weekStart: number): number {
  return (date.getUTCDay() - weekStart + 8) % 7
}

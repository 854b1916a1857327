import { importLimits } from '#domain/import/found.ts'
import { ICAL } from '../../feeds/ical.ts'
import { type Calendar, describeFault, nameOf, stemOf } from './parts.ts'
import {
  alignTo,
  dayOf,
  isMidnight,
  readEnd,
  readTime,
  readTimes,
  recurrenceKey,
  type Start,
} from './times.ts'
import { type createCollector, instantOf, type WrittenTime } from '../found-events.ts'
import { expandRule } from './recurrence-rule.ts'
import { dayLength } from '../zones.ts'

/** Maximum iterations per rule and per file: a rule may begin in 1970, or repeat every second. */
const ruleSteps = 20_000
const fileSteps = 200_000

type Collector = Pick<ReturnType<typeof createCollector>, 'from' | 'until' | 'isWanted' | 'addProblem'>

export type Occurrence = Start & { isExcluded: boolean }

/** Creates a function that lists the start times of a repeated event (RRULE, RDATE, EXDATE, EXRULE). */
export function createRepeater(calendar: Calendar, collector: Collector) {
  let stepsLeft = fileSteps

  /** By their keys. The excluded ones, too. */
  return function listStarts(event: ICAL.Component): Map<string, Occurrence> {
    const first = readTime(event, 'dtstart', calendar)
    if (!first) throw new Error('it has no DTSTART')
    const excluded = event.getAllProperties('exdate').flatMap((property) => readTimes(property, calendar))
    const end = readEnd(event, calendar, first, first)
    const length = end ? Math.max(0, instantOf(end).utc - instantOf(first).utc) : 0
    const series = { event, first, length }
    const starts = new Map<string, Occurrence>()
    const excludedKeys = new Set<string>()
    for (const rule of readRules(event, 'exrule'))
      for (const start of followRule(series, rule, excludedKeys)) excludedKeys.add(recurrenceKey(start))
    const keep = (start: Start) => {
      const key = recurrenceKey(start)
      const isExcluded = excludedKeys.has(key) || excluded.some((time) => excludes(time, start))
      if (!starts.has(key)) starts.set(key, { ...start, isExcluded })
    }
    // Before the others: a period has its own length.
    for (const start of event.getAllProperties('rdate').flatMap(readMore)) if (isWanted(start)) keep(start)
    const rules = readRules(event, 'rrule')
    // The rule may leave out the first date, which counts nevertheless, as in Google Calendar.
    if (rules.length === 0 ? isWanted(first) : isWithin(instantOf(first).utc, length)) keep(first)
    for (const rule of rules) for (const start of followRule(series, rule, starts)) keep(start)
    return starts

    function isWanted(start: Start): boolean {
      const { utc } = instantOf(start)
      return collector.isWanted(utc, utc + (start.length ?? length))
    }

    function readMore(property: ICAL.Property): Start[] {
      try {
        return readTimes(property, calendar).map((time) =>
          first && (time.isDay || isMidnight(time, calendar)) ? alignTo(first, time, calendar) : time,
        )
      } catch (error) {
        collector.addProblem(
          `${nameOf(event)} has an RDATE that is left out: ${describeFault(error)}`,
          stemOf(event),
        )
        return []
      }
    }

    function excludes(time: WrittenTime, start: WrittenTime): boolean {
      return time.isDay || start.isDay
        ? dayOf(time, calendar) === dayOf(start, calendar)
        : instantOf(start).utc === instantOf(first ? alignTo(first, time, calendar) : time).utc
    }
  }

  function readRules(event: ICAL.Component, name: 'rrule' | 'exrule'): ICAL.Recur[] {
    const rules = event.getAllProperties(name).map((property) => property.getFirstValue())
    return rules.filter((rule) => {
      if (!(rule instanceof ICAL.Recur && rule.freq))
        throw new Error(`its ${name.toUpperCase()} cannot be read`)
      if (rule.freq !== 'SECONDLY' && rule.freq !== 'MINUTELY') return true
      collector.addProblem(
        name === 'rrule'
          ? `${nameOf(event)} repeats every few seconds or minutes: only its first time was read`
          : `${nameOf(event)} has an EXRULE that is left out: it repeats every few seconds or minutes`,
        stemOf(event),
      )
      return false
    }) as ICAL.Recur[]
  }

  /** The start times of a rule within the horizon, of events that last `length` milliseconds. Does not count the others as left out. */
  function* followRule(
    { event, first, length }: { event: ICAL.Component; first: WrittenTime; length: number },
    rule: ICAL.Recur,
    starts: Pick<ReadonlySet<string>, 'size'>,
  ): Generator<WrittenTime> {
    const until =
      rule.until === null || rule.until === undefined ? Infinity : untilOf(rule.until, first, calendar)
    if (until < collector.from - length - dayLength) return
    let steps = 0
    let isEmpty = true
    for (const period of expandRule(rule, first.local, collector.until + 2 * dayLength)) {
      steps += 1
      stepsLeft -= 1
      if (steps > ruleSteps || stepsLeft < 0 || starts.size >= importLimits.dates) {
        collector.addProblem(
          `${nameOf(event)} repeats too often, or for too long: not all of it was read`,
          stemOf(event),
        )
        return
      }
      for (const local of period) {
        isEmpty = false
        if (local < collector.from - length - 2 * dayLength) continue
        const start = { ...first, local }
        const { utc } = instantOf(start)
        if ((start.isDay ? local : utc) > until) return
        if (isWithin(utc, length)) yield start
      }
    }
    if (isEmpty && isImpossible(rule))
      collector.addProblem(`${nameOf(event)} repeats on a day that these months do not have`)
  }

  function isWithin(utc: number, length: number): boolean {
    return utc + length >= collector.from && utc <= collector.until
  }
}

function isImpossible({ parts: { BYMONTH: months, BYMONTHDAY: days } }: ICAL.Recur): boolean {
  const longest = (month: number) => new Date(Date.UTC(2000, month, 0)).getUTCDate()
  return (
    (months as number[] | undefined)?.every((month) =>
      (days as number[] | undefined)?.every((date) => Math.abs(date) > longest(month)),
    ) === true
  )
}

function untilOf(until: ICAL.Time, first: WrittenTime, calendar: Calendar): number {
  const local = localOf(until)
  const isUtc = until.zone === ICAL.Timezone.utcTimezone
  if (first.isDay)
    return dayOf({ ...first, local, isDay: until.isDate, ...(isUtc && { zone: 'UTC' }) }, calendar)
  if (until.isDate) return instantOf({ ...first, local: local + 86_399_000 }).utc
  return isUtc ? local : instantOf({ ...first, local }).utc
}

function localOf({ year, month, day: date, hour, minute, second }: ICAL.Time): number {
  return Date.UTC(year, month - 1, date, hour, minute, second)
}

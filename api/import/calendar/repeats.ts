import { importLimits } from '#domain/import/found.ts'
import { ICAL } from '../../feeds/ical.ts'
import { type Calendar, describeFault, nameOf, stemOf } from './parts.ts'
import {
  alignTo,
  dayOf,
  isMidnight,
  readEnd,
  readStart,
  readTimes,
  recurrenceKey,
  type Start,
} from './times.ts'
import { type Collector, instantOf, type WrittenTime } from '../found-events.ts'
import { expandRule } from './recurrence-rule.ts'
import { dayLength } from '../zones.ts'

/** Maximum iterations per rule, which may begin in 1970, and per file. */
const [ruleSteps, fileSteps] = [20_000, 2_000_000]

/** The start times of a repeated event (RRULE, RDATE, EXDATE, EXRULE) by their keys. The excluded ones, too. */
export function listStarts(event: ICAL.Component, calendar: Calendar, collector: Collector) {
  const first = readStart(event, calendar)
  const excluded = event.getAllProperties('exdate').flatMap((property) => readTimes(property, calendar))
  const end = readEnd(event, calendar, first, first)
  const length = end ? Math.max(0, instantOf(end).utc - instantOf(first).utc) : 0
  const starts = new Map<string, Start & { isExcluded: boolean }>()
  const excludedKeys = new Set<string>()
  for (const rule of readRules('exrule'))
    for (const start of followRule(rule, excludedKeys)) excludedKeys.add(recurrenceKey(start))
  const keep = (start: Start) => {
    const key = recurrenceKey(start)
    const isExcluded = excludedKeys.has(key) || excluded.some((time) => excludes(time, start))
    if (!starts.has(key)) starts.set(key, { ...start, isExcluded })
  }
  // Before the others: a period has its own length.
  for (const start of event.getAllProperties('rdate').flatMap(readMore)) if (isWanted(start)) keep(start)
  const rules = readRules('rrule')
  // The rule may leave out the first date, which counts nevertheless, as in Google Calendar.
  if (rules.length === 0 ? isWanted(first) : isWithin(instantOf(first).utc)) keep(first)
  for (const rule of rules) for (const start of followRule(rule, starts)) keep(start)
  return starts

  /** Names the event, of which a part is left out. */
  function report(problem: string): void {
    collector.addProblem(`${nameOf(event)} ${problem}`, stemOf(event))
  }

  function isWanted(start: Start): boolean {
    const { utc } = instantOf(start)
    return collector.isWanted(utc, utc + (start.length ?? length))
  }

  function isWithin(utc: number): boolean {
    return utc + length >= collector.from && utc <= collector.until
  }

  function readMore(property: ICAL.Property): Start[] {
    try {
      return readTimes(property, calendar).map((time) =>
        isMidnight(time, calendar) ? alignTo(first, time, calendar) : time,
      )
    } catch (error) {
      report(`has an RDATE that is left out: ${describeFault(error)}`)
      return []
    }
  }

  function excludes(time: WrittenTime, start: WrittenTime): boolean {
    return time.isDay || start.isDay
      ? dayOf(time, calendar) === dayOf(start, calendar)
      : instantOf(start).utc === instantOf(alignTo(first, time, calendar)).utc
  }

  function readRules(name: 'rrule' | 'exrule'): ICAL.Recur[] {
    return event.getAllProperties(name).map((property) => {
      const rule = property.getFirstValue()
      if (!(rule instanceof ICAL.Recur && rule.freq))
        throw new Error(`its ${name.toUpperCase()} cannot be read`)
      if (rule.freq === 'SECONDLY' || rule.freq === 'MINUTELY')
        throw new Error(`its ${name.toUpperCase()} repeats every few seconds or minutes`)
      return rule
    })
  }

  /** The start times of a rule within the horizon. Does not count the others as left out. */
  function* followRule(rule: ICAL.Recur, known: { size: number }): Generator<WrittenTime> {
    const until = rule.until ? untilOf(rule.until, first, calendar) : Infinity
    if (until < collector.from - length - dayLength) return
    let [steps, dates] = [0, 0]
    for (const period of expandRule(rule, first.local, collector.until + 2 * dayLength)) {
      steps += 1
      dates += period.length
      if (steps > ruleSteps || collector.countStep() > fileSteps || known.size >= importLimits.dates)
        return report('repeats too often, or for too long: not all of it was read')
      for (const local of period) {
        if (local < collector.from - length - 2 * dayLength) continue
        const start = { ...first, local }
        const { utc } = instantOf(start)
        if ((start.isDay ? local : utc) > until) return
        if (isWithin(utc)) yield start
      }
    }
    if (steps > 0 && dates === 0 && known === starts)
      collector.addProblem(
        `${nameOf(event)} repeats on no day until ${new Date(collector.until).toISOString().slice(0, 10)}`,
      )
  }
}

function untilOf(until: ICAL.Time, first: WrittenTime, calendar: Calendar): number {
  const { year, month, day, hour, minute, second } = until
  const local = Date.UTC(year, month - 1, day, hour, minute, second)
  const isUtc = until.zone === ICAL.Timezone.utcTimezone
  if (first.isDay)
    return dayOf({ ...first, local, isDay: until.isDate, ...(isUtc && { zone: 'UTC' }) }, calendar)
  if (until.isDate) return instantOf({ ...first, local: local + 86_399_000 }).utc
  return isUtc ? local : instantOf({ ...first, local }).utc
}

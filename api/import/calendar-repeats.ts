import { importLimits } from '#domain/import/found.ts'
import { ICAL } from '../feeds/ical.ts'
import { type Calendar, describeFault, nameOf, stemOf } from './calendar-parts.ts'
import { readTime, readTimes, recurrenceKey, toIcalTime } from './calendar-times.ts'
import { type createCollector, instantOf, type WrittenTime } from './found-events.ts'

/** Maximum iterations per rule and per file: a rule may begin in 1970, or repeat every second. */
const ruleSteps = 20_000
const fileSteps = 200_000

const day = 86_400_000

type Collector = Pick<ReturnType<typeof createCollector>, 'from' | 'until' | 'isWanted' | 'addProblem'>

/** Creates a function that lists the start times of a repeated event (RRULE, RDATE, EXDATE). */
export function createRepeater(calendar: Calendar, collector: Collector) {
  let stepsLeft = fileSteps

  return function listStarts(event: ICAL.Component): WrittenTime[] {
    const first = readTime(event, 'dtstart', calendar)
    if (!first) throw new Error('it has no DTSTART')
    const excluded = event.getAllProperties('exdate').flatMap((property) => readTimes(property, calendar))
    const starts = new Map<string, WrittenTime>()
    const keep = (start: WrittenTime) => {
      if (collector.isWanted(instantOf(start).utc) && !excluded.some((time) => excludes(time, start)))
        starts.set(recurrenceKey(start), start)
    }
    for (const start of event.getAllProperties('rdate').flatMap(readMore)) keep(start)
    const rules = event.getAllProperties('rrule')
    if (rules.length === 0) keep(first)
    for (const property of rules) {
      const rule = property.getFirstValue()
      if (!(rule instanceof ICAL.Recur)) throw new Error('its RRULE cannot be read')
      if (rule.freq === 'SECONDLY' || rule.freq === 'MINUTELY') {
        collector.addProblem(
          `${nameOf(event)} repeats every few seconds or minutes: only its first time was read`,
          stemOf(event),
        )
        keep(first)
        continue
      }
      for (const start of followRule(event, rule, first, starts)) keep(start)
    }
    return [...starts.values()]

    /** The dates of an RDATE; none if it cannot be read. */
    function readMore(property: ICAL.Property): WrittenTime[] {
      try {
        return readTimes(property, calendar)
      } catch (error) {
        collector.addProblem(
          `${nameOf(event)} has an RDATE that is left out: ${describeFault(error)}`,
          stemOf(event),
        )
        return []
      }
    }
  }

  /** The start times of a rule within the horizon. Does not count the others as left out. */
  function* followRule(
    event: ICAL.Component,
    rule: ICAL.Recur,
    first: WrittenTime,
    starts: ReadonlyMap<string, WrittenTime>,
  ): Generator<WrittenTime> {
    const until = rule.until === null || rule.until === undefined ? Infinity : untilOf(rule.until, first)
    // Compared below as an instant: UNTIL may be in another time zone than DTSTART.
    rule.until = null
    if (until < collector.from - day) return
    const iterator = rule.iterator(toIcalTime(first))
    let steps = 0
    let isMoved = false
    for (let next = iterator.next(); next; next = iterator.next()) {
      steps += 1
      stepsLeft -= 1
      if (steps > ruleSteps || stepsLeft < 0 || starts.size > importLimits.events) {
        collector.addProblem(
          `${nameOf(event)} repeats too often, or for too long: not all of it was read`,
          stemOf(event),
        )
        return
      }
      const local = localOf(next)
      if (local > collector.until + 2 * day) break
      // The library moves 29 February to March.
      isMoved = rule.parts.BYMONTH?.includes(next.month) === false
      if (local < collector.from - 2 * day || isMoved) continue
      const start = { ...first, local }
      const { utc } = instantOf(start)
      if ((start.isDay ? local : utc) > until) return
      if (utc >= collector.from && utc <= collector.until) yield start
    }
    if (isMoved) collector.addProblem(`${nameOf(event)} repeats on a day that these months do not have`)
  }
}

function excludes(excluded: WrittenTime, start: WrittenTime): boolean {
  return excluded.isDay
    ? Math.floor(start.local / day) === Math.floor(excluded.local / day)
    : instantOf(start).utc === instantOf(excluded).utc
}

function untilOf(until: ICAL.Time, first: WrittenTime): number {
  const local = localOf(until)
  if (first.isDay) return local
  if (until.isDate) return instantOf({ ...first, local: local + 86_399_000 }).utc
  return until.zone === ICAL.Timezone.utcTimezone ? local : instantOf({ ...first, local }).utc
}

function localOf({ year, month, day: date, hour, minute, second }: ICAL.Time): number {
  return Date.UTC(year, month - 1, date, hour, minute, second)
}

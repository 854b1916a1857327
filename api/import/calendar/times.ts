import { readLocal } from '#domain/import/read-dates.ts'
import { ICAL } from '../../feeds/ical.ts'
import { type Calendar, textOf } from './parts.ts'
import { cleanLine } from '../clean-text.ts'
import { describeLocal, instantOf, type WrittenTime, type Zone } from '../found-events.ts'
import { dayLength, findZone, isZone, type LocalTime, midnightOf, offsetOf } from '../zones.ts'

/** A period (RDATE) has its own length, in milliseconds. */
export type Start = WrittenTime & { length?: number }

/** The end by a period, DTEND or DURATION. For whole days, the last day, whereas DTEND is the day after. */
export function readEnd(event: ICAL.Component, calendar: Calendar, first: WrittenTime, start: Start) {
  const given = readTime(event, 'dtend', calendar)
  const duration = event.getFirstPropertyValue('duration')
  const own = duration instanceof ICAL.Duration ? lengthOf(duration, start) : undefined
  const length = start.length ?? (given ? lengthUntil(given, first, calendar) : own)
  if (length === undefined || !Number.isFinite(length) || length > 366 * dayLength) return undefined
  if (start.isDay)
    return length > dayLength || length < 0
      ? { ...start, local: start.local + length - dayLength }
      : undefined
  if (length === 0) return undefined
  return { ...start, local: instantOf(start).utc + length, zone: 'UTC', offsetAt: undefined }
}

/** A day of a duration may have 23 or 25 hours (RFC 5545, section 3.3.6). */
function lengthOf(duration: ICAL.Duration, start: WrittenTime): number {
  const exact = duration.toSeconds() * 1000
  const days = duration.isNegative ? 0 : (duration.weeks * 7 + duration.days) * dayLength
  if (start.isDay || days === 0 || days > 366 * dayLength) return exact
  return exact - days + instantOf({ ...start, local: start.local + days }).utc - instantOf(start).utc
}

/** Milliseconds from start to end, of which one may be a day and the other a time. */
function lengthUntil(end: WrittenTime, start: WrittenTime, calendar: Calendar): number {
  if (start.isDay) return Math.ceil(localIn(calendar, end) / dayLength) * dayLength - start.local
  const midnight =
    start.zone === 'UTC' ? { ...calendar.fallback, local: end.local } : { ...start, local: end.local }
  return instantOf(end.isDay ? { ...midnight, isDay: false } : end).utc - instantOf(start).utc
}

/** The local time. A time in UTC has that of the calendar, except midnight: some programs write a day like that. */
function localIn({ fallback }: Calendar, { local, isDay, zone }: WrittenTime): LocalTime {
  return isDay || zone !== 'UTC' || local % dayLength === 0 ? local : local + offsetOf(fallback.zone)(local)
}

/** The beginning of the local day. A time in UTC belongs to its day in UTC, unless it is midnight in the calendar's zone. */
export function dayOf(time: WrittenTime, calendar: Calendar): LocalTime {
  return midnightOf(isMidnight(time, calendar) ? localIn(calendar, time) : time.local)
}

export function isMidnight(time: WrittenTime, calendar: Calendar): boolean {
  return localIn(calendar, time) % dayLength === 0
}

/**
 * A time in the form of the first date of its series: as a day, or with its time of day. Some programs write the local
 * time of the series with another zone.
 */
export function alignTo(first: WrittenTime, time: Start, calendar: Calendar): Start {
  if (first.isDay === time.isDay) {
    const { utc } = instantOf(time)
    const exact = utc + (first.offsetAt ?? offsetOf(first.zone))(utc)
    const isSame = (local: LocalTime) => local - midnightOf(local) === first.local - midnightOf(first.local)
    return !first.isDay && !isSame(exact) && isSame(time.local) ? { ...first, local: time.local } : time
  }
  const local = dayOf(time, calendar)
  return first.isDay
    ? { ...time, isDay: true, local }
    : { ...first, local: local + first.local - midnightOf(first.local) }
}

/** The start of a later date, to which the change of an earlier one applies as well (RANGE=THISANDFUTURE). */
export function shiftLike(change: ICAL.Component, start: Start, calendar: Calendar): Start {
  const [from, to] = ['recurrence-id', 'dtstart'].map((name) => readTime(change, name, calendar))
  if (!from || !to) return start
  const localOf = (time: WrittenTime) => {
    const { utc } = instantOf(time)
    return time.isDay ? time.local : utc + (to.offsetAt ?? offsetOf(to.zone))(utc)
  }
  return { ...to, local: localOf(start) + to.local - localOf(alignTo(start, from, calendar)) }
}

export function readTime(event: ICAL.Component, name: string, calendar: Calendar): WrittenTime | undefined {
  const property = event.getFirstProperty(name)
  return property ? readTimes(property, calendar)[0] : undefined
}

export function readStart(event: ICAL.Component, calendar: Calendar): WrittenTime {
  const start = readTime(event, 'dtstart', calendar)
  if (!start) throw new Error('it has no DTSTART')
  return start
}

export function readTimes(property: ICAL.Property, calendar: Calendar): Start[] {
  const [, , , ...values] = property.toJSON() as unknown as [string, object, string, ...unknown[]]
  // Some programs write an empty RDATE or EXDATE.
  const empty = property.name === 'rdate' ? /^[-T:]*$/ : /^\D*$/
  return values
    .filter((value) => Array.isArray(value) || !empty.test(String(value)))
    .map((value) => {
      if (!Array.isArray(value)) return readValue(property, value, calendar)
      const [start, end] = [readValue(property, value[0], calendar), String(value[1])]
      const length = /^[+-]?P/.test(end)
        ? lengthOf(ICAL.Duration.fromString(end), start)
        : lengthUntil(readValue(property, end, calendar), start, calendar)
      return { ...start, length }
    })
}

function readValue(property: ICAL.Property, value: unknown, calendar: Calendar): WrittenTime {
  const [, year, month, date, hour, minute, second] =
    /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2})Z?)?$/.exec(String(value)) ?? []
  const local = readLocal([year, month, date, hour, minute, second])
  if (local === undefined)
    throw new Error(`${property.name.toUpperCase()} is not a valid date: ${cleanLine(value, 40)}`)
  if (hour === undefined || (local % dayLength === 0 && isDayOnly(property)))
    return { local, isDay: true, ...calendar.fallback }
  // Some programs write the zone only at the start, or at the end.
  const others = ['dtstart', 'dtend'].flatMap((name) => property.parent?.getFirstProperty(name) ?? [])
  const written = [[property, value], ...others.map((other) => [other, other.toJSON()[3]])] as const
  const [zoned, text] = written.find(
    ([each, at]) => each.getParameter('tzid') || String(at).endsWith('Z'),
  ) ?? [property, value]
  return { local, isDay: false, ...readZone(zoned, String(text).endsWith('Z'), calendar) }
}

/** Whether midnight is a whole day: some programs write VALUE=DATE with any time, or a mark of Outlook. */
function isDayOnly(property: ICAL.Property): boolean {
  const isMarked = property.parent && /^true$/i.test(textOf(property.parent, 'x-microsoft-cdo-alldayevent'))
  const bounds = ['dtstart', 'dtend']
  const isTimed = (name: string) =>
    /T(?!00:00:00)/.test(String(property.parent?.getFirstProperty(name)?.toJSON()[3] ?? ''))
  if (!bounds.includes(property.name)) return property.type === 'date'
  return (property.type === 'date' || isMarked === true) && !bounds.some(isTimed)
}

/** With a known zone and a Z, the zone counts, as in Google Calendar. */
function readZone(property: ICAL.Property, isInUtc: boolean, calendar: Calendar): Zone {
  const tzid = property.getParameter('tzid')
  if (typeof tzid === 'string' && tzid !== '') {
    // All programs know `America/New_York`, which such files often define wrongly.
    const own = tzid.includes('/') && isZone(tzid) ? undefined : calendar.zones.get(tzid)
    if (own) return { zone: tzid, offsetAt: offsetIn(own), zoneFrom: 'event' }
    const zone = findZone(tzid)
    if (zone !== undefined) return { zone, zoneFrom: 'event' }
    if (!isInUtc) calendar.unknownZones.add(tzid)
  }
  return isInUtc ? { zone: 'UTC', zoneFrom: 'event' } : calendar.fallback
}

export function recurrenceKey(time: WrittenTime): string {
  return time.isDay ? describeLocal(time) : new Date(instantOf(time).utc).toISOString()
}

/** Offset from UTC in milliseconds. A VTIMEZONE knows only the offsets of local times: hence two steps. */
function offsetIn(zone: ICAL.Timezone): (utc: number) => number {
  const at = (local: number) => zone.utcOffset(ICAL.Time.fromJSDate(new Date(local), true)) * 1000
  return (utc) => at(utc + at(utc))
}

import { readLocal } from '#domain/import/read-dates.ts'
import { ICAL } from '../feeds/ical.ts'
import type { Calendar } from './calendar-parts.ts'
import { cleanLine } from './clean-text.ts'
import { describeLocal, instantOf, type WrittenTime } from './found-events.ts'
import { findFixedZone, findZone } from './zones.ts'

/** The end by DTEND or DURATION. For whole days, the last day, whereas DTEND is the day after. */
export function readEnd(
  event: ICAL.Component,
  calendar: Calendar,
  first: WrittenTime,
  start: WrittenTime,
): WrittenTime | undefined {
  const given = readTime(event, 'dtend', calendar)
  const duration = event.getFirstPropertyValue('duration')
  const length =
    given !== undefined
      ? first.isDay
        ? given.local - first.local
        : instantOf(given).utc - instantOf(first).utc
      : duration instanceof ICAL.Duration
        ? duration.toSeconds() * 1000
        : undefined
  if (length === undefined || !Number.isFinite(length) || length > 366 * 86_400_000) return undefined
  if (start.isDay)
    return length > 86_400_000 ? { ...start, local: start.local + length - 86_400_000 } : undefined
  return length === 0 ? undefined : { ...start, ...utcTime(instantOf(start).utc + length) }
}

export function readTime(event: ICAL.Component, name: string, calendar: Calendar): WrittenTime | undefined {
  const property = event.getFirstProperty(name)
  return property ? readTimes(property, calendar)[0] : undefined
}

export function readTimes(property: ICAL.Property, calendar: Calendar): WrittenTime[] {
  const [, , , ...values] = property.toJSON() as unknown as [string, object, string, ...unknown[]]
  // Of a PERIOD, use the start. Some programs write an empty RDATE or EXDATE, which ical.js reads as `--T::`.
  const empty = property.name === 'rdate' ? /^[-T:]*$/ : /^\D*$/
  const written = values
    .map((value) => String(Array.isArray(value) ? value[0] : value))
    .filter((text) => !empty.test(text))
  return written.map((text) => {
    const [, year, month, day, hour, minute, second, zulu] =
      // ical.js reads a day without VALUE=DATE as `T::`.
      /^(\d{4})-(\d{2})-(\d{2})(?:T::|T(\d{2}):(\d{2}):(\d{2})(Z?))?$/.exec(text) ?? []
    const parts = [year, month, day, hour ?? 0, minute ?? 0, second ?? 0].map(Number)
    const local = year === undefined ? undefined : readLocal(parts)
    if (local === undefined)
      throw new Error(`${property.name.toUpperCase()} is not a valid date: ${cleanLine(text, 40)}`)
    if (hour === undefined) return { local, isDay: true, ...calendar.fallback }
    if (zulu === 'Z') return { local, isDay: false, zone: 'UTC', zoneFrom: 'event' }
    return { local, isDay: false, ...readZone(property, calendar) }
  })
}

function readZone(
  property: ICAL.Property,
  calendar: Calendar,
): Pick<WrittenTime, 'zone' | 'offsetAt' | 'zoneFrom'> {
  const tzid = property.getParameter('tzid')
  if (typeof tzid !== 'string' || tzid === '') return calendar.fallback
  const zone = findZone(tzid)
  if (zone !== undefined) return { zone, zoneFrom: 'event' }
  const own = calendar.zones.get(tzid)
  if (own) return { zone: tzid, offsetAt: offsetIn(own), zoneFrom: 'event' }
  const fixed = findFixedZone(tzid)
  if (fixed !== undefined) return { zone: fixed, zoneFrom: 'event' }
  calendar.unknownZones.add(tzid)
  return calendar.fallback
}

export function recurrenceKey(time: WrittenTime): string {
  return time.isDay ? describeLocal(time) : new Date(instantOf(time).utc).toISOString()
}

export function utcTime(utc: number) {
  return { local: utc, zone: 'UTC', offsetAt: undefined }
}

export function toIcalTime({ local, isDay }: WrittenTime): ICAL.Time {
  const date = new Date(local)
  return ICAL.Time.fromData({
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    isDate: isDay,
  })
}

/** Offset from UTC in milliseconds. A VTIMEZONE knows only the offsets of local times: hence two steps. */
export function offsetIn(zone: ICAL.Timezone): (utc: number) => number {
  const at = (local: number) => {
    const time = toIcalTime({ local, isDay: false, zone: '', zoneFrom: 'event' })
    return zone.utcOffset(time) * 1000
  }
  return (utc) => at(utc + at(utc))
}

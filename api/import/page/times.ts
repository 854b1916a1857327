import { readLocal } from '#domain/import/read-dates.ts'
import { instantOf, type WrittenTime, type Zone } from '../found-events.ts'
import { cleanText } from '#domain/clean-text.ts'
import { dayLength, findZone } from '../zones.ts'
import { first, listOf, type Thing } from './things.ts'

/** The starts of an event, each with its end: by `endDate`, else by `duration`. Undefined for a start that is no date. */
export function readTimes(event: Thing, fallback: Zone) {
  const [ends, [length]] = [listOf(event['endDate']), listOf(event['duration'])]
  return listOf(event['startDate']).map((given, at) => {
    const start = readTime(given, fallback)
    // Some programs write the offset only at the start.
    const end = readTime(ends[at], start?.zoneFrom === 'event' ? start : fallback)
    if (start === undefined) return { start, end, given }
    const isWhole =
      !start.isDay &&
      start.local % dayLength === 0 &&
      end?.isDay === false &&
      end.local % dayLength >= dayLength - 60_000
    if (isWhole) return { start: { ...start, isDay: true }, end: { ...end, isDay: true }, given }
    return { start, end: end ?? addDuration(start, String(first(length) ?? '')), given }
  })
}

/** The times besides the starts that an event names, but that cannot be read. */
export function listUnreadable(event: Thing, fallback: Zone): unknown[] {
  const isEmpty = (value: unknown) => String(first(value) ?? '').trim() === ''
  const ends = listOf(event['endDate']).filter((value) => !isEmpty(value))
  const [length] = listOf(event['duration'])
  if (ends.length > 0) return ends.filter((value) => !readTime(value, fallback))
  return isEmpty(length) || duration.test(String(first(length))) ? [] : [length]
}

/** Of ISO 8601, including `2026-12-10T18:00:00:00-08:00`, which some shops write. */
export function readTime(value: unknown, fallback: Zone): WrittenTime | undefined {
  const [, year, month, date, hour, minute, second, offset] =
    /^\s*(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.:]\d+)?)?\s*(Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?\s*$/i.exec(
      cleanText(String(first(value) ?? ''), 'one').replaceAll('\u2212', '-'),
    ) ?? []
  const local = readLocal([year, month, date, hour, minute, second])
  if (local === undefined) return undefined
  const zone = offset === undefined ? undefined : findZone(offset)
  return {
    ...fallback,
    local,
    isDay: hour === undefined,
    ...(zone !== undefined && { zone, zoneFrom: 'event' }),
  }
}

const duration =
  /^P(?:(\d{1,2})W)?(?:(\d{1,3})D)?(?:T(?:(\d{1,3}(?:\.\d+)?)H)?(?:(\d{1,5})M)?(?:(\d{1,6})S)?)?$/i

/** `PT2H30M`, `P3D` (days are days of the local calendar), `P1W`. Not months, which differ in length. */
function addDuration(start: WrittenTime, text: string): WrittenTime | undefined {
  const found = duration.exec(text)
  const [, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = [...(found ?? [])].map((part) =>
    Number(part ?? 0),
  )
  const whole = (weeks * 7 + days) * dayLength
  if (start.isDay) return whole > dayLength ? { ...start, local: start.local + whole - dayLength } : undefined
  const rest = ((hours * 60 + minutes) * 60 + seconds) * 1000
  if (whole + rest === 0) return undefined
  const utc = instantOf({ ...start, local: start.local + whole }).utc + rest
  return { ...start, local: utc, zone: 'UTC' }
}

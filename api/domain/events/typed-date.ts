import { readInstant } from '#domain/events/event-date.ts'
import { type ReadDate, readDateText, simplifyDateText } from '#domain/import/read-dates.ts'
import {
  addDays,
  formatMonthDayYear,
  formatShortDate,
  formatShortDateAndTime,
  formatTime,
  isDay,
  nameZone,
  toDay,
  toInstants,
  toLocal,
} from '#domain/pacific.ts'

/** `allDay`: a day without a time is enough, and means its midnight. */
type DateOptions = { allDay: boolean; now?: Date }

/** An instant (ISO 8601 in UTC), or the reason why there is none, perhaps with one that may be meant. */
export type TypedDate =
  | { instant: string; fault?: undefined; suggestion?: undefined }
  | { instant?: undefined; fault: string; suggestion?: string | undefined }

const unreadable = { fault: 'This cannot be read as a date. Write it like “Dec 11, 2026, 7 PM”' }

const words = {
  zone: /\bp[sd]?t\b/,
  weekday: /\b(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?\b\.?/,
  time: /(?<!\d)\d{1,2}(?::\d\d){0,2} ?[ap]\.?m\b\.?|(?<!\d)\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?/,
}

/**
 * Reads a date and time as people write it, in Pacific time: `12/11/2026 7pm`, `Dec 11, 7pm`, `7 PM 11 December 2026`,
 * `tomorrow noon`, ISO 8601 with or without an offset. Numbers are month and day, unless only the opposite exists.
 * Without a year it is the next such day. In an hour that the clocks repeat, the first instant is meant, unless PST or PDT
 * says otherwise.
 */
export function readTypedDate(text: string, { allDay, now = new Date() }: DateOptions): TypedDate {
  let rest = simplifyDateText(text)
  const { local: written, offset } = readDateText(rest, 'mdy') ?? {}
  if (written !== undefined && offset !== undefined) {
    const instant = readInstant(
      `${toText(written)}${offset.toUpperCase().replace(/(?<=\d\d)(?=\d\d$)/, ':')}`,
    )
    return instant === undefined ? unreadable : { instant }
  }
  rest = rest.replace(/(?<=\d)t(?=\d)/, ' ')
  const take = (word: RegExp) => {
    const found = word.exec(rest)?.[0] ?? ''
    rest = rest.replace(found, ' ').replace(/\s+/g, ' ').trim()
    return found
  }
  const [zone, weekday, time] = [take(words.zone), take(words.weekday), take(words.time)]
  const date = rest.replace(/^(?:on|at)\b|\b(?:on|at)$/g, '').replace(/^[\s,]+|[\s,]+$/g, '')
  const read = findDay(date, time, toDay(now))
  if (read === undefined) return unreadable
  const local = toText(read.local)
  if (!isDay(local.slice(0, 10))) return { fault: 'The year must be from 1900 to 9998' }
  if (read.isDay && !allDay) return { fault: 'Add the time, such as “7 PM”' }

  const instants = toInstants(local)
  const [first] = instants
  if (first === undefined) {
    const fault = 'There is no such time on that day: the clocks go from 2 to 3 AM'
    return { fault, suggestion: toInstants(local.replace('T02', 'T03'))[0] }
  }
  if (!formatShortDate(first).toLowerCase().startsWith(weekday.slice(0, 3)))
    return { fault: `The day of the week is wrong: it is ${formatShortDate(first)}`, suggestion: first }
  const named = zone.length < 3 ? first : instants.find((instant) => nameZone(instant) === zone.toUpperCase())
  if (named !== undefined) return { instant: named }
  const fault = `San Francisco has ${nameZone(first)} on that day, not ${zone.toUpperCase()}`
  return { fault, suggestion: first }
}

/** A stored date. A draft may hold any text: as typed if it could not be read, or written by an import or the API. */
export function readStoredDate(value: string, options: DateOptions): TypedDate {
  const instant = readInstant(value)
  if (instant !== undefined) return { instant }
  const typed = readTypedDate(value, options)
  if (typed.instant === undefined) return typed
  return { fault: 'This is a text, not yet a date. Write it again, or confirm', suggestion: typed.instant }
}

/** `Dec 11, 2026, 7:00 PM`, which `readTypedDate` reads as the same minute; with PST or PDT where clocks repeat an hour. */
export function writeDate(instant: string, allDay: boolean): string {
  const day = formatMonthDayYear(instant)
  if (allDay) return day
  const text = `${day}, ${formatTime(instant)}`
  return findTwin(instant) === undefined ? text : `${text} ${nameZone(instant)}`
}

/** `Fri, Dec 11, 2026, 7:00 PM PST`; `Fri, Dec 11, 2026` of a whole day. */
export function describeDate(instant: string, allDay: boolean): string {
  return allDay ? formatShortDate(instant) : formatShortDateAndTime(instant)
}

/** The other instant with the same local time, if the clocks repeat that hour. */
export function findTwin(instant: string): string | undefined {
  return toInstants(toLocal(instant)).find(
    (other) => Date.parse(other) !== Math.floor(Date.parse(instant) / 1000) * 1000,
  )
}

/** Without a year, the next such day. */
function findDay(date: string, time: string, today: string): ReadDate | undefined {
  const day = date === 'today' ? today : date === 'tomorrow' ? addDays(today, 1) : date
  const read = (whole: string) => {
    const text = `${whole} ${time}`.trim()
    return readDateText(text, 'mdy') ?? readDateText(text, 'dmy')
  }
  // February 29 comes within eight years.
  const years = Array.from({ length: 9 }, (_, more) => Number(today.slice(0, 4)) + more)
  const next = () => years.map((year) => read(`${day}/${year}`) ?? read(`${day} ${year}`))
  return read(day) ?? next().find((found) => found !== undefined && toText(found.day).slice(0, 10) >= today)
}

function toText(local: number): string {
  return new Date(local).toISOString().slice(0, 19)
}

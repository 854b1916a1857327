/**
 * All days and times of the product are in Pacific time. An instant is an ISO 8601 text or a Date, a day `YYYY-MM-DD`,
 * a month `YYYY-MM`, within the years 1900 to 9998. Formats follow the language of the page; the examples are English.
 */
import { fromZonedTime } from 'date-fns-tz/fromZonedTime'
import { type Language, currentLanguage, locale } from '#domain/language.ts'

export const timeZone = 'America/Los_Angeles'

type Instant = string | Date

const dayMilliseconds = 86_400_000

function inEachLanguage(options: Intl.DateTimeFormatOptions) {
  const formats = new Map<Language, Intl.DateTimeFormat>()
  return (date: Date) => {
    const format = formats.get(currentLanguage()) ?? new Intl.DateTimeFormat(locale(), options)
    formats.set(currentLanguage(), format)
    // Some engines put a narrow no-break space before AM.
    const text = format.format(date).replace(/[\u202f\u00a0]/g, ' ')
    // French: 1er janvier. Intl writes 1 janvier.
    return currentLanguage() === 'fr' ? text.replace(/\b1(?= \p{L})/u, '1er') : text
  }
}

function formatter(options: Intl.DateTimeFormatOptions) {
  const format = inEachLanguage({ timeZone, ...options })
  return (instant: Instant) => format(new Date(instant))
}

function dayFormatter(options: Intl.DateTimeFormatOptions) {
  const format = inEachLanguage({ timeZone: 'UTC', ...options })
  return (day: string) => format(new Date(toUtc(day) + dayMilliseconds / 2))
}

/** `Nov 2` of an instant. Throws RangeError for an invalid instant, like all functions that take one. */
export const formatMonthDay = formatter({ month: 'short', day: 'numeric' })

const shortDate = { month: 'short', day: 'numeric', year: 'numeric' } as const
const longDate = { month: 'long', day: 'numeric', year: 'numeric' } as const

/** `Nov 2, 2026` of an instant. */
export const formatMonthDayYear = formatter(shortDate)

/** `6:30 PM` of an instant. */
export const formatTime = formatter({ hour: 'numeric', minute: '2-digit' })

/** `18:30:07` of an instant. */
export const formatClock = formatter({
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** `2026-11-21T18:30:07-08:00` of an instant. */
export function formatWithOffset(instant: Instant): string {
  return `${toLocal(instant)}-0${hoursBehindUtc(instant)}:00`
}

function hoursBehindUtc(instant: Instant): number {
  return Math.round((new Date(instant).getTime() - Date.parse(`${toLocal(instant)}Z`)) / 3_600_000)
}

const formatWeekdayDate = formatter({ weekday: 'long', ...longDate })

const beforeTime: Record<Language, string> = { en: ' at ', es: ', ', fr: ' à ' }

/**
 * PST or PDT. Always in English: in other languages Intl writes the UTC offset. Intl loads the names of all zones, which
 * blocks a phone for a tenth of a second.
 */
export function nameZone(instant: Instant): string {
  return hoursBehindUtc(instant) === 7 ? 'PDT' : 'PST'
}

/**
 * `Saturday, November 21, 2026 at 6:30 PM PST` (or PDT) of an instant; `6:30 PM – 8:00 PM PST` with an `end` that day,
 * `1:30 AM PDT – 1:30 AM PST` if the clocks change in between.
 */
export function formatDateAndTime(instant: Instant, end?: Instant): string {
  const day = `${formatWeekdayDate(instant)}${beforeTime[currentLanguage()]}`
  const zone = nameZone(instant)
  if (end === undefined) return `${day}${formatTime(instant)} ${zone}`
  const endZone = nameZone(end)
  const start = zone === endZone ? formatTime(instant) : `${formatTime(instant)} ${zone}`
  return `${day}${start} – ${formatTime(end)} ${endZone}`
}

/** `Sat, Nov 21, 2026` of an instant. */
export const formatShortDate = formatter({ weekday: 'short', ...shortDate })

/** `Sat, Nov 21, 2026, 6:30 PM PST` of an instant. */
export function formatShortDateAndTime(instant: Instant): string {
  return `${formatShortDate(instant)}, ${formatTime(instant)} ${nameZone(instant)}`
}

/** `Sat, Nov 21` of an instant. */
export const formatWeekdayAndDay = formatter({ weekday: 'short', month: 'short', day: 'numeric' })

/** `November 21, 2026` of a day. */
export const formatDay = dayFormatter(longDate)

/** `Saturday, November 21` of a day. */
export const formatWeekdayAndDate = dayFormatter({ weekday: 'long', month: 'long', day: 'numeric' })

/** `Saturday, Nov 21` of a day. */
export const formatWeekdayAndShortDate = dayFormatter({ weekday: 'long', month: 'short', day: 'numeric' })

/** `Saturday, November 21, 2026` of a day. */
export const formatWholeDay = dayFormatter({ weekday: 'long', ...longDate })

/** `Nov 2026` of a day. */
export const formatShortMonth = dayFormatter({ month: 'short', year: 'numeric' })

/** `Nov 2, 2026` of a day. */
export const formatShortDay = dayFormatter(shortDate)

/** `November 21` of a day. */
export const formatDayOfMonth = dayFormatter({ month: 'long', day: 'numeric' })

/** Sunday to Saturday. */
export function listWeekdays(form: 'long' | 'short'): string[] {
  // 2026-11-01 was a Sunday.
  return listDays('2026-11-01', 7).map(weekdayFormats[form])
}

const weekdayFormats = { long: dayFormatter({ weekday: 'long' }), short: dayFormatter({ weekday: 'short' }) }

export function initialOf(weekday: string): string {
  return weekday.slice(0, 1).toUpperCase()
}

const formatDayForMonth = dayFormatter({ month: 'long', year: 'numeric' })

/** `November 2026` of a month. */
export const formatMonth = (month: string) => formatDayForMonth(`${month}-01`)

/** Made when it is needed: otherwise it delays the first script of each page. */
let isoDay: Intl.DateTimeFormat | undefined

/** The day of an instant. */
export function toDay(instant: Instant): string {
  // Swedish dates are written like this.
  isoDay ??= new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return isoDay.format(new Date(instant))
}

/** Midnight in UTC of the date, in milliseconds: for date arithmetic only. */
function toUtc(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}

function fromUtc(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10)
}

/**
 * In the years 1900 to 9998: the days before and after such a day, too, are written with four digits of a year. Before
 * 1883, San Francisco's offset from UTC had seconds.
 */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '1900' || text >= '9999') return false
  const milliseconds = toUtc(text)
  return !Number.isNaN(milliseconds) && fromUtc(milliseconds) === text
}

export function addDays(day: string, days: number): string {
  return fromUtc(toUtc(day) + days * dayMilliseconds)
}

/** Consecutive days. */
export function listDays(first: string, length: number): string[] {
  return Array.from({ length }, (_, distance) => addDays(first, distance))
}

export function addMonths(month: string, months: number): string {
  const date = new Date(toUtc(`${month}-01`))
  date.setUTCMonth(date.getUTCMonth() + months)
  return fromUtc(date.getTime()).slice(0, 7)
}

/** Clamps to the last day of a shorter month: Jan 31 plus one month is Feb 28. */
export function addMonthToDay(day: string, months: number): string {
  const month = addMonths(toMonth(day), months)
  const last = lastDayOf(month)
  const same = `${month}-${day.slice(8)}`
  return same < last ? same : last
}

export function toMonth(day: string): string {
  return day.slice(0, 7)
}

export function lastDayOf(month: string): string {
  return addDays(`${addMonths(month, 1)}-01`, -1)
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: string): number {
  return new Date(toUtc(day)).getUTCDay()
}

/** Whole weeks from Sunday, including days of the adjacent months. */
export function listWeeks(month: string): string[][] {
  const first = `${month}-01`
  const before = weekdayOf(first)
  const start = addDays(first, -before)
  const count = Math.ceil((before + Number(lastDayOf(month).slice(8))) / 7)
  return Array.from({ length: count }, (_, week) => listDays(addDays(start, week * 7), 7))
}

export function listDaysOfMonth(month: string): string[] {
  return listDays(`${month}-01`, Number(lastDayOf(month).slice(8)))
}

/** Midnight. Every day has exactly one, because clocks change at 2 AM. */
export function startOfDay(day: string): Date {
  return fromZonedTime(`${day}T00:00:00`, timeZone)
}

/** The same wall-clock time on another day, even across a clock change. ISO 8601 in UTC. */
export function moveToDay(instant: Instant, day: string): string {
  return fromZonedTime(`${day}T${formatClock(instant)}`, timeZone).toISOString()
}

/** The local date and time of an instant, `2026-11-21T18:30:07`. */
export function toLocal(instant: Instant): string {
  return `${toDay(instant)}T${formatClock(instant)}`
}

/**
 * The instants (ISO 8601 in UTC) at which clocks show a local date and time, `2026-11-21T18:30:07`: none in the hour that
 * the clocks skip, two in the one that they repeat.
 */
export function toInstants(local: string): string[] {
  const near = fromZonedTime(local, timeZone).getTime()
  return [-1, 0, 1]
    .map((hours) => new Date(near + hours * 3_600_000).toISOString())
    .filter((instant) => toLocal(instant) === local)
}

export function countDays(from: string, to: string): number {
  return Math.round((toUtc(to) - toUtc(from)) / dayMilliseconds)
}

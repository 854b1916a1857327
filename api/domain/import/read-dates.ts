import { cleanText } from '#domain/clean-text.ts'
import type { DateOrder } from '#domain/import/found.ts'

/** Milliseconds since 1970 of a local time, as if it were UTC. */
export type LocalTime = number

export type ReadDate = { local: LocalTime; day: LocalTime; isDay: boolean; offset?: string | undefined }

const monthNames = ['en', 'es', 'fr', 'de'].flatMap((language) => {
  const { format } = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, index) => ({
    name: format(Date.UTC(2026, index)).toLowerCase(),
    month: index + 1,
  }))
})

/** The month whose name begins so. Undefined if there is none, or several: `jui` may be June or July. */
function findMonth(beginning: string): number | undefined {
  const found = new Set(monthNames.filter(({ name }) => name.startsWith(beginning)).map(({ month }) => month))
  return found.size === 1 ? [...found][0] : undefined
}

/** Of year, month, day, hour, minute and second. Undefined if there is no such day or time. */
export function readLocal(parts: ReadonlyArray<string | number | undefined>): LocalTime | undefined {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.map((part) =>
    part === undefined ? undefined : Number(part),
  )
  if (!(year >= 1_900 && year <= 9_999 && hour <= 23 && minute <= 59 && second <= 60)) return undefined
  const local = Date.UTC(year, month - 1, day, hour, minute, Math.min(second, 59))
  const date = new Date(local)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? local : undefined
}

/** Lower case, usual digits, spaces and signs, and no words for times: `noon`, `19h30`, `18.30 Uhr`, `@`. */
export function simplifyDateText(text: string): string {
  return cleanText(text.slice(0, 200), 'one')
    .normalize('NFKC')
    .replace(/[\u2010-\u2012\u2212]/g, '-')
    .toLowerCase()
    .replace(/@/g, ' at ')
    .replace(/[\s()]+/g, ' ')
    .trim()
    .replace(/\bnoon\b/g, '12 pm')
    .replace(/\bmidnight\b/g, '12 am')
    .replace(
      /(?<![\d.:])(\d{1,2})(?:(?:[.:](\d\d))? ?(?:uhr|hrs?|h)|h(\d\d)(?: ?h)?)\b/g,
      (_, hour, minute, after = '00') => `${hour}:${minute ?? after}`,
    )
    .replace(/(?<![\d.:])(\d{1,2})\.(\d\d)(?= ?[ap]\.?m\b)/g, '$1:$2')
}

/** A date of a table, with or without a time: ISO 8601, `12/1/2026 6:30 PM`, `1.12.2026`, `Tue, Dec 1, 2026 at 6 PM`. */
export function readDateText(text: string, order: DateOrder): ReadDate | undefined {
  const given = simplifyDateText(text)
  const parts = readDateParts(given, order)
  const midnight = parts?.year === undefined ? undefined : readDay(parts, parts.year)
  if (!parts || midnight === undefined) return undefined
  const [, clock = '', gap, offset] = /^(.*?)(\s*)(z|[+-]\d{2}:?\d{2})?$/.exec(parts.rest) ?? []
  if (clock === '') return offset === undefined ? { local: midnight, day: midnight, isDay: true } : undefined
  // `18:00-08:00` may be a time of eight hours behind UTC, or from 6 PM to 8 AM.
  const isClear = gap !== '' || /\dt\d/.test(given) || /:\d\d:\d\d/.test(clock)
  const hours = Number.parseInt(offset?.slice(0, 3) ?? '') || 0
  if ((offset !== undefined && offset !== 'z' && !isClear) || Math.abs(hours) > 14) return undefined
  const time = readTimeText(clock)
  return time === undefined ? undefined : { local: midnight + time, day: midnight, isDay: false, offset }
}

export type DateParts = {
  year?: number | undefined
  month: number
  day: number
  weekday?: string | undefined
  /** What follows the date. */
  rest: string
}

const weekday = /^(?:(sun|mon|tue|wed|thu|fri|sat)(?:s|nes|rs?|ur)?(?:day)?\.?,? (?:the )?|\p{L}+\.?, )/u

export function readDateParts(text: string, order: DateOrder): DateParts | undefined {
  const given = text.replace(weekday, '')
  const parts = readIso(given) ?? readNumbers(given, order) ?? readWords(given)
  return parts && { ...parts, weekday: weekday.exec(text)?.[1] }
}

/** The midnight of a date. Undefined if there is no such day, or if it is another day of the week. */
export function readDay({ month, day, weekday: name }: Omit<DateParts, 'rest'>, year: number) {
  const midnight = readLocal([year, month, day])
  if (midnight === undefined || name === undefined) return midnight
  return new Date(midnight).toUTCString().toLowerCase().startsWith(name) ? midnight : undefined
}

function readIso(text: string): DateParts | undefined {
  const [, year, month, day, rest = ''] =
    /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:(?:t|\s*,?\s+)(.*))?$/.exec(text) ?? []
  return year === undefined ? undefined : { year: Number(year), month: Number(month), day: Number(day), rest }
}

function readNumbers(text: string, order: DateOrder): DateParts | undefined {
  const [, one, separator, other, year, rest = ''] =
    /^(\d{1,2})([/.-])(\d{1,2})(?:\2(\d{4}|\d{2})|(?<=[/]\d+)|\.)(?:\s*,?\s+(?:at\s+)?(.*))?$/.exec(text) ??
    []
  if (one === undefined) return undefined
  const [first, second] = [Number(one), Number(other)]
  const [month, day] = separator === '.' || order === 'dmy' ? [second, first] : [first, second]
  const whole = year === undefined ? undefined : year.length === 2 ? 2_000 + Number(year) : Number(year)
  return { year: whole, month, day, rest }
}

function readWords(text: string): DateParts | undefined {
  const [, early, name = '', late, year, rest = ''] =
    /^(?:(\d{1,2})(?:st|nd|rd|th)?\.?\s+(?:(?:of|de)\s+)?)?(\p{L}{3,10})\.?\s*(?:(\d{1,2})(?:st|nd|rd|th)?\b)?(?:\s*,?\s+(?:de\s+)?(\d{4}))?(?:\s*,?\s+(?:at\s+)?(.*))?$/u.exec(
      text,
    ) ?? []
  const month = findMonth(name)
  const day = early ?? late
  if (month === undefined || day === undefined || (early !== undefined && late !== undefined))
    return undefined
  return { year: year === undefined ? undefined : Number(year), month, day: Number(day), rest }
}

/** Milliseconds after midnight: `18:30`, `18.30`, `6:30 PM`, `6pm`, `18:30:00.000`. */
export function readTimeText(text: string): number | undefined {
  const [, hours, minutes, seconds = 0, half] =
    /^\s*(\d{1,2})(?:[:.](\d{2}))?(?::(\d{2})(?:\.\d+)?)?\s*(?:([ap])\.?m\.?)?\s*$/i.exec(
      simplifyDateText(text),
    ) ?? []
  if (hours === undefined || (half === undefined && minutes === undefined)) return undefined
  const hour = Number(hours)
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined
  const shifted = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0)
  if (shifted > 23 || Number(minutes ?? 0) > 59 || Number(seconds) > 59) return undefined
  return ((shifted * 60 + Number(minutes ?? 0)) * 60 + Number(seconds)) * 1000
}

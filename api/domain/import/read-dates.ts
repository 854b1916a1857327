import type { DateOrder } from '#domain/import/found.ts'

/** Milliseconds since 1970 of a local time, as if it were UTC. */
type LocalTime = number

export type ReadDate = { local: LocalTime; day: LocalTime; isDay: boolean; offset?: string | undefined }

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Undefined if there is no such day or time. */
export function readLocal(parts: readonly number[]): LocalTime | undefined {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts
  if (!(year >= 1_900 && year <= 9_999 && hour <= 23 && minute <= 59 && second <= 60)) return undefined
  const local = Date.UTC(year, month - 1, day, hour, minute, Math.min(second, 59))
  const date = new Date(local)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? local : undefined
}

/** A date of a table, with or without a time: ISO 8601, `12/1/2026 6:30 PM`, `1.12.2026`, `Tue, Dec 1, 2026 at 6 PM`. */
export function readDateText(text: string, order: DateOrder): ReadDate | undefined {
  const given = text
    .trim()
    .slice(0, 100)
    .replace(/^\p{L}+\.?,\s+/u, '')
  const parts = readIso(given) ?? readNumbers(given, order) ?? readWords(given)
  if (!parts) return undefined
  const [year, month, day, rest] = parts
  const midnight = readLocal([year, month, day])
  if (midnight === undefined) return undefined
  const [, clock = '', offset] = /^(.*?)\s*(Z|[+-]\d{2}:?\d{2})?$/i.exec(rest) ?? []
  if (clock === '') return offset === undefined ? { local: midnight, day: midnight, isDay: true } : undefined
  const time = readTimeText(clock)
  return time === undefined ? undefined : { local: midnight + time, day: midnight, isDay: false, offset }
}

/** Whether a date is ambiguous: `05/12/2026` is in May or in December. */
export function hasTwoReadings(text: string): boolean {
  const [first, second] = [readDateText(text, 'mdy')?.day, readDateText(text, 'dmy')?.day]
  return first !== undefined && second !== undefined && first !== second
}

type Parts = [year: number, month: number, day: number, rest: string]

function readIso(text: string): Parts | undefined {
  const [, year, month, day, rest = ''] =
    /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:(?:T|\s*,?\s+)(.*))?$/i.exec(text) ?? []
  return year === undefined ? undefined : [Number(year), Number(month), Number(day), rest]
}

function readNumbers(text: string, order: DateOrder): Parts | undefined {
  const [, one, separator, other, year, rest = ''] =
    /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?:\s*,?\s+(?:at\s+)?(.*))?$/i.exec(text) ?? []
  if (one === undefined || year === undefined) return undefined
  const [first, second] = [Number(one), Number(other)]
  const isDayFirst = separator === '.' || order === 'dmy'
  const whole = year.length === 2 ? 2_000 + Number(year) : Number(year)
  return isDayFirst ? [whole, second, first, rest] : [whole, first, second, rest]
}

function readWords(text: string): Parts | undefined {
  const [, early, name = '', late, year, rest = ''] =
    /^(?:(\d{1,2})(?:st|nd|rd|th)?\.?\s+)?(\p{L}{3,9})\.?\s*(?:(\d{1,2})(?:st|nd|rd|th)?)?\s*,?\s+(\d{4})(?:\s*,?\s+(?:at\s+)?(.*))?$/iu.exec(
      text,
    ) ?? []
  const month = months.indexOf(name.slice(0, 3).toLowerCase()) + 1
  const day = early ?? late
  return month === 0 || day === undefined ? undefined : [Number(year), month, Number(day), rest]
}

/** Milliseconds after midnight: `18:30`, `6:30 PM`, `6pm`, `18:30:00.000`. */
export function readTimeText(text: string): number | undefined {
  const [, hours, minutes = 0, seconds = 0, half] =
    /^\s*(\d{1,2})(?::(\d{2}))?(?::(\d{2})(?:\.\d+)?)?\s*(?:([ap])\.?m\.?)?\s*$/i.exec(text) ?? []
  if (hours === undefined || (half === undefined && !text.includes(':'))) return undefined
  const hour = Number(hours)
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined
  const shifted = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  if (shifted > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  return ((shifted * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
}

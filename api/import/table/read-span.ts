import type { DateOrder } from '#domain/import/found.ts'
import {
  type DateParts,
  readDateParts,
  readDateText,
  readDay,
  readTimeText,
  simplifyDateText,
} from '#domain/import/read-dates.ts'
import type { LocalTime } from '../zones.ts'
import { takeZone } from './take-zone.ts'

/** What a cell says. Each part may be missing, but one of `day` and `time` is there. */
export type Span = {
  day?: LocalTime | undefined
  /** Milliseconds after midnight. */
  time?: number | undefined
  endDay?: LocalTime | undefined
  endTime?: number | undefined
  /** Name of the zone or its offset, as written. */
  zone?: string | undefined
  /** No year was given: it is the next such day. */
  isNext?: boolean
}
type Times = Pick<Span, 'time' | 'endTime'>

/**
 * Reads a cell with a date, a time or a range of either: `Dec 14, 2026, 6-8pm`, `December 14, 2026 → December 16, 2026`,
 * `6:00 PM - 8:30 PM PST`, `Dec 14-16`. `today` is the day before which no day without a year can be. Undefined if it
 * cannot be read, or in two ways.
 */
export function readSpan(cell: string, order: DateOrder, today: LocalTime): Span | undefined {
  const whole = readDateText(cell, order)
  if (whole) {
    const { day, isDay, local, offset } = whole
    return { day, ...(!isDay && { time: local - day }), zone: offset }
  }
  const { text, zone } = takeZone(simplifyDateText(cell).replace(/^from /, ''))
  // A time that is ahead of UTC or behind it, or two times.
  if (/^\d{4}\D\d+\D\d+ \d\d:\d\d[+-](?:0\d|1[0-4]):(?:[03]0|45)$/.test(text)) return undefined
  const parts = readDateParts(text, order)
  const times = readTimeRange(parts ? parts.rest : text)
  const isRead = times !== undefined || parts?.rest === ''
  const found = parts && isRead ? addYears(parts, undefined, times ?? {}, today) : times
  const read = found ?? only(splitRange(text).map(([left, right]) => readDays(left, right, order, today)))
  return read && { ...read, zone }
}

/** `6-8pm`, `11am-1pm`, `18:30`. A single `6` is no time. */
function readTimeRange(text: string): Times | undefined {
  const single = readTimeText(text)
  if (single !== undefined) return { time: single }
  return only(splitRange(text).map(([left, right]) => readTwoTimes(left, right)))
}

/** AM or PM of one time holds for the other, too, if it then begins before it ends. */
function readTwoTimes(left: string, right: string): Times | undefined {
  const [half, otherHalf] = [left, right].map((one) => /([ap])\.?m\.?$/.exec(one)?.[1])
  const read = (text: string, add: string | undefined) =>
    readTimeText(
      add !== undefined && /^(?:0?[1-9]|1[0-2])(?:[:.]\d\d)?$/.test(text) ? `${text} ${add}m` : text,
    )
  const opposite = (one: string | undefined) => one && (one === 'a' ? 'p' : 'a')
  const pair = (add: string | undefined, addEnd: string | undefined) => {
    const [time, endTime] = [
      read(left, half === undefined ? add : undefined),
      read(right, otherHalf === undefined ? addEnd : undefined),
    ]
    return time === undefined || endTime === undefined ? undefined : { time, endTime }
  }
  const near = pair(otherHalf, half)
  return near && near.time < near.endTime ? near : pair(opposite(otherHalf), opposite(half))
}

/** A range of days: what one of them lacks, it has from the other. */
function readDays(left: string, right: string, order: DateOrder, today: LocalTime): Span | undefined {
  const [first, last] = [left, right].map((one) => readDateParts(one, order) ?? readDayOfMonth(one))
  const month = first?.month ?? last?.month
  if (!first || !last || month === undefined) return undefined
  const [time, endTime] = [first, last].map(({ rest }) => readTimeText(rest))
  const isRead =
    (first.rest === '') === (time === undefined) && (last.rest === '') === (endTime === undefined)
  if (!isRead || (time === undefined && endTime !== undefined)) return undefined
  return addYears(
    { ...first, month: first.month ?? month },
    { ...last, month: last.month ?? month },
    { time, endTime },
    today,
  )
}

/** `16`, `16, 2026`, `16.`, in a range with a month. */
function readDayOfMonth(text: string) {
  const [, day, year, rest = ''] =
    /^(\d{1,2})(?:st|nd|rd|th)?\.?(?:,? (\d{4}))?(?:,? (?:at )?(\d.*))?$/.exec(text) ?? []
  const written = year === undefined ? undefined : Number(year)
  return day === undefined ? undefined : { month: undefined, day: Number(day), year: written, rest }
}

function addYears(first: DateParts, last: DateParts | undefined, times: Times, today: LocalTime) {
  const known = first.year ?? last?.year
  const from = new Date(today).getUTCFullYear() - 1
  // February 29 comes within eight years.
  const years = known === undefined ? Array.from({ length: 10 }, (_, more) => from + more) : [known]
  const spans = years.flatMap((year): Span[] => {
    // `Dec 30 - Jan 2, 2027`
    const turns = last !== undefined && last.month < first.month
    const day = readDay(first, first.year ?? (turns && last.year !== undefined ? year - 1 : year))
    const endDay = last && readDay(last, last.year ?? (turns ? year + 1 : year))
    if (day === undefined || (last && (endDay === undefined || endDay < day))) return []
    return [{ day, endDay, ...times }]
  })
  if (known !== undefined) return spans[0]
  const next = spans.find(({ day = 0, endDay = day }) => endDay >= today)
  return next && { ...next, isNext: true }
}

const separators = /\s*[→–—-]+>?\s*|\s+(?:to|until|till|thru|through|bis)\s+|(?<=\d)\/(?=\d{4}-)/g

function splitRange(text: string): Array<[left: string, right: string]> {
  return [...text.matchAll(separators)].map(({ 0: sign, index }) => [
    text.slice(0, index),
    text.slice(index + sign.length),
  ])
}

function only<Value>(values: ReadonlyArray<Value | undefined>): Value | undefined {
  const [one, ...more] = values.filter((value) => value !== undefined)
  return more.length === 0 ? one : undefined
}

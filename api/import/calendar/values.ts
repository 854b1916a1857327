import { readLocal } from '#domain/import/read-dates.ts'
import { offsetMilliseconds } from '../zones.ts'

/**
 * A date or time in the form that ical.js expects, which ignores what it does not know: `20261204t180000z`,
 * `20261204T180000.000Z`, `20261204T180000-0800`, `2026-12-04T18:00`. Others are changed so that they are refused.
 */
export function tidyTime(written: string): string {
  const text = written.trim().toUpperCase()
  const [all, year, month, date, hour, minute, second = '00', zone = ''] =
    /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:\.\d+)?)?\s*(Z|[+-](?:0\d|1[0-4]):?[0-5]\d)?|Z)?$/.exec(
      text,
    ) ?? []
  if (all === undefined) return /^\d/.test(text) ? `?${text}` : written
  if (hour === undefined) return `${year}${month}${date}`
  const local = readLocal([year, month, date, hour, minute, second])
  if (zone.length < 2 || local === undefined) return `${year}${month}${date}T${hour}${minute}${second}${zone}`
  const utc = new Date(local - offsetMilliseconds(zone)).toISOString()
  return utc.replace(/\.\d+|[-:]/g, '')
}

/** Whether times state their offset from UTC, which then counts instead of a zone. */
export function hasOffset(value: string): boolean {
  return /^[\d-]{8,10}[T ][\d:.]{4,}\s*[+-]\d/i.test(value)
}

/**
 * A rule without its empty parts and without spaces (`MO, TU`). What would give other dates if ical.js left it out makes it
 * unreadable.
 */
export function tidyRule(value: string): string {
  const parts = value
    .replace(/\\(?=[;,])/g, '')
    .toUpperCase()
    .split(';')
    .map((part) => part.trim().replace(/(?<=^UNTIL=).+/, tidyTime))
    .filter((part) => !/^(?:[\w-]+=)?$/.test(part))
  const isWrong = parts.some(
    (part) =>
      /^(?:COUNT=0+|RSCALE=(?!GREGORIAN).*|SKIP=(?!OMIT).*)$/.test(part) ||
      (part.startsWith('UNTIL=') && !isTime(part.slice('UNTIL='.length))),
  )
  // A rule that no parser reads.
  return isWrong ? 'UNREADABLE' : parts.join(';').replace(/\s+/g, '')
}

function isTime(text: string): boolean {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/.exec(text) ?? []
  return readLocal(parts) !== undefined
}

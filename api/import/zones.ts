import { WINDOWS_TO_IANA_MAP } from 'windows-iana'
import type { LocalTime } from '#domain/import/read-dates.ts'

export type { LocalTime }

export const pacific = 'America/Los_Angeles'

/** Names that windows-iana, which follows CLDR, lacks: former ones of Windows, those of Outlook, unambiguous abbreviations. */
const otherNames: Record<string, string> = {
  'armenian standard time': 'Asia/Yerevan',
  'coordinated universal time': 'UTC',
  'greenwich mean time': 'UTC',
  'kamchatka standard time': 'Asia/Kamchatka',
  'mexico standard time': 'America/Mexico_City',
  'mexico standard time 2': 'America/Chihuahua',
  'mid-atlantic standard time': 'Etc/GMT+2',
  edt: 'America/New_York',
  cdt: 'America/Chicago',
  mdt: 'America/Denver',
  pdt: 'America/Los_Angeles',
  cest: 'Europe/Brussels',
  mez: 'Europe/Berlin',
  mesz: 'Europe/Berlin',
}

const zonesByName = new Map([
  ...WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === '001').map(
    ({ windowsName, iana }) => [windowsName.toLowerCase(), iana[0] ?? ''] as const,
  ),
  ...Object.entries(otherNames),
])

/** Such as `paris`. */
const zonesByPlace = new Map(
  Intl.supportedValuesOf('timeZone').map((zone) => [
    zone.replace(/^.*\//, '').replaceAll('_', ' ').toLowerCase(),
    zone,
  ]),
)

/** What engines take for a zone, although it is ambiguous: BST would be Dhaka. */
const ambiguous = /^(?:A[CEGRS]T|B[ES]T|C[AN]T|CTT|E[AC]T|I[ES]T|MIT|N[ES]T|P[LNR]T|[SV]ST)$/i

const known = new Map<string, string | undefined>()

/**
 * The IANA name for a zone name in a file, which may be one of Windows, Outlook or Exchange, or an offset such as
 * `+05:30` for a name that states one. Undefined if it is unknown.
 */
export function findZone(written: string): string | undefined {
  if (written.length > 100) return undefined
  if (known.has(written)) return known.get(written)
  const name = written.replaceAll(/^["'\s]+|["'\s]+$/g, '')
  const zone = (findName(name) ?? findOffset(name))?.replace(/^(?:utc|gmt)$/i, 'UTC')
  known.set(written, zone)
  return zone
}

function findName(name: string): string | undefined {
  // Such as `/citadel.org/20190914_1/America/New_York`, `America-New_York` or `tzone://Microsoft/Utc`.
  const parts = name.replaceAll(' ', '_').split('/')
  const found = [...parts.map((_, at) => parts.slice(at).join('/')), name.replace('-', '/')].find(
    (text, at) => (at === 0 || text.includes('/') || /^utc$/i.test(text)) && isZone(text),
  )
  if (found !== undefined) return found
  const windowsName = name
    .toLowerCase()
    .replace(/ daylight time\b/, ' standard time')
    .replace(
      /^.*\b(pacific|mountain|central|eastern|atlantic) time(?: \((?:us|canada)\b.*)?$/,
      '$1 standard time',
    )
  // Outlook numbers the copies of a zone: `GMT Standard Time 1`.
  return zonesByName.get(windowsName) ?? zonesByName.get(windowsName.replace(/ \d+$/, ''))
}

/** Such as `Z`, `+0100`, `GMT-8`, or `(UTC+01:00) Brussels, Copenhagen, Madrid, Paris`, whose offset is that of the winter. */
function findOffset(name: string): string | undefined {
  const [, inBrackets = name, rest = ''] = /^\(([^()]*)\)\s*(.*)$/.exec(name) ?? []
  const [stated, sign = '+', hours = '0', minutes = '00'] =
    /^(?:Z|(?:UTC|GMT)?\s*(?:([+-])(\d{1,2})(?:[:.]?([0-5]\d))?)?)$/i.exec(inBrackets.trim()) ?? []
  if (stated === undefined || stated === '' || Number(hours) > 14) return undefined
  const offset = Number(hours) * 60 + Number(minutes)
  const places = rest.split(/[,;:/]/).map((place) => zonesByPlace.get(place.trim().toLowerCase()))
  const isStated = (zone: string | undefined) =>
    zone !== undefined &&
    [0, 6].some((month) => offsetOf(zone)(Date.UTC(2026, month)) / 60_000 === Number(`${sign}${offset}`))
  const fixed = offset === 0 ? 'UTC' : `${sign}${hours.padStart(2, '0')}:${minutes}`
  return [findName(rest), ...places].find(isStated) ?? fixed
}

export function isZone(name: string): boolean {
  // Engines also accept offsets such as `+08`, which are not names.
  if (!/^[A-Za-z]/.test(name) || ambiguous.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Milliseconds. */
export const dayLength = 86_400_000

export function midnightOf(local: LocalTime): LocalTime {
  return Math.floor(local / dayLength) * dayLength
}

/**
 * RFC 5545, section 3.3.5: an ambiguous local time means the first of its two instants; a skipped one is read with the
 * offset before the gap.
 */
export function toInstant(local: LocalTime, offsetAt: (utc: number) => number) {
  const [before, after] = [local - dayLength, local + dayLength].map(offsetAt) as [number, number]
  const found = [before, after].map((offset) => local - offset).find((utc) => local - offsetAt(utc) === utc)
  return { utc: found ?? local - before, isSkipped: found === undefined }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Milliseconds to add to UTC. Not the function of date-fns-tz, which takes a local time. */
export function offsetOf(zone: string): (utc: number) => number {
  if (zone === 'UTC') return () => 0
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  formats.set(zone, format)
  // Such as `12/4/2026, GMT-08:00`.
  return (utc) => offsetMilliseconds(format.format(utc).replace(/^.*GMT/, ''))
}

/** Parses `Z`, `-08:00`, `-0800`, `-08` or `-07:52:58`. */
export function offsetMilliseconds(text: string): number {
  const [, sign, hours, minutes = 0, seconds = 0] = /^([+-])(\d\d):?(\d\d)?:?(\d\d)?$/.exec(text) ?? []
  if (sign === undefined) return 0
  return (sign === '-' ? -1 : 1) * ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
}

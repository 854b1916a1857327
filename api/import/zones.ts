import { findIana } from 'windows-iana'

export const pacific = 'America/Los_Angeles'

/** Former names of Windows that CLDR, and therefore windows-iana, no longer lists. */
const formerWindowsZones: Record<string, string> = {
  'Armenian Standard Time': 'Asia/Yerevan',
  'Coordinated Universal Time': 'UTC',
  'Kamchatka Standard Time': 'Asia/Kamchatka',
  'Mexico Standard Time': 'America/Mexico_City',
  'Mexico Standard Time 2': 'America/Chihuahua',
  'Mid-Atlantic Standard Time': 'Etc/GMT+2',
  'tzone://Microsoft/Utc': 'UTC',
}

const known = new Map<string, string | undefined>()

/** The IANA name for a zone name in a file, which may be one of Windows, Outlook or Exchange. Undefined if it is unknown. */
export function findZone(name: string): string | undefined {
  if (name.length > 100) return undefined
  if (known.has(name)) return known.get(name)
  if (known.size > 1_000) known.clear()
  const found = lookUp(name.trim())
  known.set(name, found)
  return found
}

function lookUp(name: string): string | undefined {
  // Such as `(UTC-05:00) Eastern Time (US & Canada)`.
  const [, inAmerica] = /\b(Pacific|Mountain|Central|Eastern) Time \(US (?:&|and) Canada\)$/.exec(name) ?? []
  const windowsName = inAmerica === undefined ? name : `${inAmerica} Standard Time`
  if (Object.hasOwn(formerWindowsZones, windowsName)) return formerWindowsZones[windowsName]
  // Such as `/citadel.org/20190914_1/America/New_York`.
  const parts = name.split('/')
  const found = parts
    .flatMap((_, at) => (at === 0 || parts.length - at > 1 ? parts.slice(at).join('/') : []))
    .find(isZone)
  return found ?? findIana(windowsName)[0]
}

/** The IANA name for a fixed offset in whole hours, such as `UTC+01` or `(GMT -08:00)`. */
export function findFixedZone(name: string): string | undefined {
  const [, sign, hours] = /^\(?(?:UTC|GMT) ?([+-])(\d{1,2})(?::?00)?\)?$/.exec(name.trim()) ?? []
  // The signs of Etc/GMT names are reversed.
  const zone = `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`
  return hours !== undefined && isZone(zone) ? zone : undefined
}

function isZone(name: string): boolean {
  // Engines also accept offsets such as `+08`, which are not names.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Milliseconds since 1970 of a local time, as if it were UTC. */
export type LocalTime = number

const dayMilliseconds = 86_400_000

/**
 * RFC 5545, section 3.3.5: an ambiguous local time means the first of its two instants; a skipped one is read with the
 * offset before the gap.
 */
export function toInstant(local: LocalTime, offsetAt: (utc: number) => number) {
  const [before, after] = [local - dayMilliseconds, local + dayMilliseconds].map(offsetAt) as [number, number]
  const found = [before, after].map((offset) => local - offset).find((utc) => local - offsetAt(utc) === utc)
  return { utc: found ?? local - before, isSkipped: found === undefined }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Milliseconds to add to UTC. Not the function of date-fns-tz, which takes a local time. */
export function offsetOf(zone: string): (utc: number) => number {
  if (zone === 'UTC') return () => 0
  const format = formats.get(zone) ?? makeFormat(zone)
  formats.set(zone, format)
  return (utc) => {
    const parts = format.formatToParts(utc).map(({ type, value }) => [type, Number(value)])
    const { year, month, day, hour, minute, second } = Object.fromEntries(parts) as Record<string, number>
    const local = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second)
    return local - Math.floor(utc / 1000) * 1000
  }
}

function makeFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
}

import { ICAL } from '../../feeds/ical.ts'
import { hasOffset, isPosition, tidyRule, tidyTimes } from './values.ts'
import { decodeEntities } from '../clean-text.ts'

/**
 * Parses with ical.js, which rejects a whole text for one invalid line. Then parses again without invalid lines, and
 * without spaces in rules (`MO, TU`).
 */
export function parseLeniently(text: string): { parsed: unknown[]; dropped: string[] } {
  const lines = listLines(text).map(tidy).filter(Boolean)
  try {
    return { parsed: ICAL.parse(lines.join('\r\n')) as unknown[], dropped: [] }
  } catch (error) {
    const kept = lines.map((line) => {
      // An event with an RDATE is a series, even if that is empty.
      if (!isReadable(line)) return /^RDATE/i.test(line) ? 'RDATE:' : ''
      return /^(?:RR|EXR)ULE[;:]/i.test(line) ? line.replace(/\s+/g, '') : line
    })
    const repaired = kept.filter(Boolean).join('\r\n')
    if (repaired === lines.join('\r\n')) throw error
    return { parsed: ICAL.parse(repaired) as unknown[], dropped: lines.filter((line) => !isReadable(line)) }
  }
}

/** A folded line contains line breaks. */
function listLines(text: string): string[] {
  return text.split(/\r?\n(?![ \t])/)
}

/** An empty property counts as absent, and so does an empty parameter or an empty part of a rule. Unfolds the line, and
 * removes backslashes from rules. */
function tidy(line: string): string {
  const [, name = '', parameters = '', given = ''] =
    /^([\w-]+)((?:;(?:"[^"]*"|[^":])*)?):([^]*)$/.exec(line.replace(/\r?\n[ \t]/g, '')) ?? []
  if (name === '' || /^(?:BEGIN|END)$/i.test(name)) return line
  const own = parameters.replace(/;[\w-]*=?(?:"\s*")?(?=;|$)/g, '').replace(/&#?\w+;/g, decodeInParameter)
  // Proton Mail writes a text into VALUE. ical.js would keep the backslashes of the value.
  const other = /^(?:SUMMARY|LOCATION|DESCRIPTION)$/i.test(name) ? 'VALUE' : hasOffset(given) ? 'TZID' : '='
  const typed = own.replace(new RegExp(`;${other}=(?:"[^"]*"|[^;]*)`, 'i'), '')
  const value = tidyValue(name, given)
  return value.trim() === '' ? '' : `${name}${typed}:${value}`
}

function tidyValue(name: string, value: string): string {
  if (/^(?:RR|EXR)ULE$/i.test(name)) return tidyRule(value)
  if (/^(?:DTSTART|DTEND|RECURRENCE-ID|RDATE|EXDATE)$/i.test(name)) return tidyTimes(value)
  return /^GEO$/i.test(name) && !isPosition(value) ? '' : value
}

/** The semicolon of an entity would end the parameter. A quotation mark is written as RFC 6868 says. */
function decodeInParameter(entity: string): string {
  const decoded = decodeEntities(entity)
  return decoded === '"' ? "^'" : /[;:,]/.test(decoded) ? entity : decoded
}

/** Without one of these lines, an event would have other dates. */
const decisive = /^(?:BEGIN|END|DTSTART|RRULE|EXRULE|EXDATE|RECURRENCE-ID)[;:]/i

function isReadable(line: string): boolean {
  const isLine = /^[\w-]+[;:]/.test(line) && line.includes(':')
  return isLine && (decisive.test(line) || parseLine(line) !== undefined)
}

function parseLine(line: string): ICAL.Property | undefined {
  try {
    return ICAL.Property.fromString(line.replace(/\r?\n[ \t]/g, ''))
  } catch {
    return undefined
  }
}

/** The UID of an event that cannot be parsed as a whole. */
export function findUid(entry: string): string | undefined {
  const line = listLines(entry).find((one) => /^UID[;:]/i.test(one))
  const uid = line === undefined ? undefined : parseLine(line)?.getFirstValue()
  return typeof uid === 'string' ? uid : undefined
}

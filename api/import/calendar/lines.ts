import { ICAL } from '../../feeds/ical.ts'
import { hasOffset, tidyRule, tidyTime } from './values.ts'
import { decodeEntities } from '../clean-text.ts'

/** Parses with ical.js, which rejects a whole text for one invalid line. Then parses again without invalid lines. */
export function parseLeniently(text: string): { parsed: unknown[]; dropped: string[] } {
  const lines = listLines(text).map(tidy).filter(Boolean)
  const parse = (some: string[]) => ICAL.parse(some.join('\r\n')) as unknown[]
  try {
    return { parsed: parse(lines), dropped: [] }
  } catch {
    const { kept = [], dropped = [] } = Object.groupBy(lines, (line) =>
      isReadable(line) ? 'kept' : 'dropped',
    )
    // An event with an RDATE is a series, even if that is empty.
    const isSeries = dropped.some((line) => /^RDATE/i.test(line))
    return { parsed: parse(isSeries ? kept.toSpliced(1, 0, 'RDATE:') : kept), dropped }
  }
}

/** A folded line contains line breaks. */
function listLines(text: string): string[] {
  return text.split(/\r?\n(?![ \t])/)
}

/** An empty property counts as absent, and so does an empty parameter. Unfolds the line. */
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
  const isTime = /^(?:DTSTART|DTEND|RECURRENCE-ID|RDATE|EXDATE)$/i.test(name)
  return isTime ? value.replace(/[^,/]+/g, tidyTime) : value
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

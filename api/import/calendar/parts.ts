import { importLimits } from '#domain/import/found.ts'
import { ICAL } from '../../feeds/ical.ts'
import { parseLeniently } from './lines.ts'
import { cleanLine, decodeEntities } from '../clean-text.ts'
import { fallbackZone, type ReadOptions, type Zone } from '../found-events.ts'
import { ImportError } from '../import-error.ts'
import { findZone } from '../zones.ts'

export type Calendar = {
  component: ICAL.Component
  /** The time zones that the file defines (VTIMEZONE). */
  zones: Map<string, ICAL.Timezone>
  fallback: Zone
  unknownZones: Set<string>
}

/** Cuts out the text of each event: a broken event cannot break the others, and memory stays bounded. */
export function splitEntries(text: string): { frame: string; entries: string[] } {
  if (!/^\s*BEGIN:VCALENDAR\s*$/im.test(text))
    throw new ImportError('This is not a calendar file: BEGIN:VCALENDAR is missing')
  if (!/^END:VCALENDAR\s*$/im.test(text))
    throw new ImportError('The calendar is cut off: END:VCALENDAR is missing')
  const marks = text.match(/^(?:BEGIN|END):VEVENT[^\S\n]*$/gim) ?? []
  if (marks.some((mark, at) => /^B/i.test(mark) !== (at % 2 === 0)))
    throw new ImportError('The calendar is broken: an event does not end, or ends twice')
  if (marks.length % 2 === 1) throw new ImportError('The calendar is cut off: its last event does not end')
  if (marks.length > importLimits.entries * 2)
    throw new ImportError(
      `The calendar has more than ${importLimits.entries.toLocaleString('en-US')} events: import a smaller one`,
    )
  const event = /^BEGIN:VEVENT[^\S\n]*$[^]*?^END:VEVENT[^\S\n]*$/gim
  return { frame: text.replace(event, ''), entries: text.match(event) ?? [] }
}

export function readFrame(frame: string, options: ReadOptions): Calendar {
  const component = parseFrame(frame)
  const zones = new Map<string, ICAL.Timezone>()
  for (const zone of component.getAllSubcomponents('vtimezone').slice(0, 100))
    zones.set(textOf(zone, 'tzid'), new ICAL.Timezone(zone))
  const fallback = fallbackZone(options, findZone(textOf(component, 'x-wr-timezone')))
  return { component, zones, fallback, unknownZones: new Set() }
}

function parseFrame(frame: string): ICAL.Component {
  try {
    // Some servers append comments after the end.
    const [calendar = ''] = /^\s*BEGIN:VCALENDAR[^]*^END:VCALENDAR[^\S\n]*$/im.exec(frame) ?? []
    const { parsed } = parseLeniently(calendar.trim())
    // For several calendars in one file, ical.js returns a list.
    const first = typeof parsed[0] === 'string' ? parsed : parsed[0]
    return new ICAL.Component(first as never[])
  } catch (error) {
    throw new ImportError(`The calendar cannot be read: ${describeFault(error)}`)
  }
}

export function textOf(component: ICAL.Component, name: string): string {
  return String(component.getFirstPropertyValue(name) ?? '')
}

/** What the UIDs of all dates of an event begin with. */
export function stemOf(event: ICAL.Component): string {
  return textOf(event, 'uid') || textOf(event, 'summary')
}

/** The value as it is written: `textOf` is empty for an invalid time. */
export function rawOf(component: ICAL.Component, name: string): string {
  return String(component.getFirstProperty(name)?.toJSON()[3] ?? '')
}

export function nameOf(event: ICAL.Component): string {
  return `“${cleanLine(decodeEntities(textOf(event, 'summary')), 80) ?? 'An event without a title'}”`
}

export function describeFault(error: unknown): string {
  // The parser of ical.js throws TypeErrors, too.
  const message = error instanceof TypeError ? undefined : cleanLine((error as Error).message, 200)
  return message ?? 'it is broken'
}

export function isRepeated(event: ICAL.Component): boolean {
  return event.hasProperty('rrule') || event.hasProperty('rdate')
}

/** Whether `event` is at least as new as `other`, which comes before it in the file (RFC 5545, section 3.8.7). */
function isNewer(event: ICAL.Component, other: ICAL.Component): boolean {
  const newer = sequenceOf(event) - sequenceOf(other)
  if (newer !== 0) return newer > 0
  for (const name of ['last-modified', 'dtstamp']) {
    const [own, others] = [rawOf(event, name), rawOf(other, name)]
    if (own !== '' && others !== '' && own !== others) return own > others
  }
  return true
}

export function newestOf<Key>(events: Array<readonly [Key, ICAL.Component]>): Map<Key, ICAL.Component> {
  const newest = new Map<Key, ICAL.Component>()
  for (const [key, event] of events) {
    const other = newest.get(key)
    if (!other || isNewer(event, other)) newest.set(key, event)
  }
  return newest
}

/** The events with the highest SEQUENCE. Some programs give one UID to several events: then they have the same one. */
export function lastRevision(events: readonly ICAL.Component[]): ICAL.Component[] {
  const highest = events.reduce((number, event) => Math.max(number, sequenceOf(event)), 0)
  return events.filter((event) => sequenceOf(event) === highest)
}

export function sequenceOf(event: ICAL.Component): number {
  return Math.max(0, Number(event.getFirstPropertyValue('sequence')) || 0)
}

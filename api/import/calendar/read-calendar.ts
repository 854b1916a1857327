import type { Found } from '#domain/import/found.ts'
import { ICAL } from '../../feeds/ical.ts'
import { findPicture, isCancelled, listCategories, readFields } from './fields.ts'
import {
  type Calendar,
  describeFault,
  isRepeated,
  lastRevision,
  nameOf,
  newestOf,
  rawOf,
  readFrame,
  sequenceOf,
  splitEntries,
  stemOf,
  textOf,
} from './parts.ts'
import { findUid, parseLeniently } from './lines.ts'
import { listStarts } from './repeats.ts'
import { alignTo, readEnd, readStart, readTime, recurrenceKey, shiftLike, type Start } from './times.ts'
import { cleanLine, decodeOnce } from '../clean-text.ts'
import {
  type Collector,
  createCollector,
  nameSeries,
  type ReadOptions,
  type WrittenTime,
} from '../found-events.ts'
import { ImportError } from '../import-error.ts'
import { noteLeftOut } from '../match-categories.ts'
import { dayLength } from '../zones.ts'

/** Reads an iCalendar file (RFC 5545). Throws ImportError for a broken one. */
export function readCalendar(file: string, options: ReadOptions): Found {
  const { frame, entries } = splitEntries(file)
  const calendar = readFrame(frame, options)
  const collector = createCollector(options, 'calendar')
  const addEvents = createAdder(calendar, collector, options.source)
  const events = entries.flatMap((entry, index) => parseEntry(entry, index, collector))
  for (const [uid, group] of Map.groupBy(events, uidOf)) addEvents(uid, group)

  for (const name of calendar.unknownZones)
    collector.addNote(
      `Unknown time zone “${cleanLine(name, 60) ?? '?'}”: its times were read as ${calendar.fallback.zone}.`,
    )
  const title = textOf(calendar.component, 'x-wr-calname') || textOf(calendar.component, 'name')
  return collector.finish(cleanLine(decodeOnce(title), 100))
}

function parseEntry(entry: string, index: number, collector: Collector): ICAL.Component[] {
  try {
    const { parsed, dropped } = parseLeniently(entry)
    const event = new ICAL.Component(parsed as never[])
    for (const line of dropped.slice(0, 3))
      collector.addProblem(
        `${nameOf(event)} has a line that cannot be read and is left out: ${cleanLine(line, 60) ?? ''}`,
      )
    if (dropped.some((line) => /^RDATE/i.test(line))) collector.leaveOut(stemOf(event))
    return [event]
  } catch (error) {
    collector.addProblem(`Event ${index + 1} cannot be read: ${describeFault(error)}`, findUid(entry))
    return []
  }
}

function uidOf(event: ICAL.Component): string {
  return textOf(event, 'uid') || `${textOf(event, 'summary')} ${rawOf(event, 'dtstart')}`
}

function createAdder(calendar: Calendar, collector: Collector, source: string) {
  /** `group`: an event, or a series (the master) and single dates of it that differ (the overrides). */
  return function addEvents(uid: string, group: ICAL.Component[]): void {
    const { masters = [], overrides = [] } = Object.groupBy(group, (event) =>
      event.hasProperty('recurrence-id') ? 'overrides' : 'masters',
    )
    const newest = lastRevision(masters)
    const isSeries = overrides.length > 0 || newest.some(isRepeated)
    const first = newest.find(isRepeated) ?? newest[0]
    const changed = newestOf(overrides.map((event) => [keyOf(event, 'recurrence-id', first), event] as const))
    const starts = newestOf(newest.map((event) => [rawOf(event, 'dtstart'), event]))
    for (const master of masters) reportLost(master, starts.get(rawOf(master, 'dtstart')) ?? newest[0])
    const dates = new Set<string>()
    for (const master of starts.values()) attempt(master, () => addMaster(master))
    for (const [recurrence, override] of changed) attempt(override, () => addOverride(override, recurrence))

    function addMaster(master: ICAL.Component): void {
      if (!isRepeated(master)) {
        const [only] = master.hasProperty('exdate') ? listStarts(master, calendar, collector).values() : []
        if (!only?.isExcluded) addOne(master, isSeries ? keyOf(master, 'dtstart') : undefined)
        return
      }
      const ranges = [...changed]
        .filter(([, event]) => isRange(event))
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
      for (const [recurrence, { isExcluded, ...start }] of listStarts(master, calendar, collector)) {
        if (!isExcluded) dates.add(recurrence)
        if (isExcluded || changed.has(recurrence)) continue
        const [, range] = ranges.findLast(([from]) => from < recurrence) ?? []
        addOne(range ?? master, recurrence, range ? shiftLike(range, start, calendar) : start)
      }
    }

    function addOverride(override: ICAL.Component, recurrence: string): void {
      const isOlder = first !== undefined && sequenceOf(override) < sequenceOf(first)
      if (isOlder && isRepeated(first) && !dates.has(recurrence) && isNear(recurrence))
        return collector.addProblem(
          `${nameOf(override)} changes a date that its series no longer has: it is left out`,
        )
      // Unreadable: it might be a change of any date.
      readTime(override, 'recurrence-id', calendar)
      addOne(override, recurrence, undefined, isOlder && isCancelled(first))
    }

    function addOne(event: ICAL.Component, recurrence?: string, given?: Start, isDropped = false): void {
      const ownStart = readStart(event, calendar)
      const start = given ?? ownStart
      const notes = listNotes(event)
      let end: WrittenTime | undefined
      try {
        end = readEnd(event, calendar, ownStart, start)
      } catch (error) {
        notes.push(`Its end was left out: ${describeFault(error)}.`)
      }
      const fields = {
        ...readFields(event, calendar.component),
        ...(isSeries && { series: nameSeries(source, uid) }),
        ...(isDropped && { status: 'cancelled' as const }),
      }
      collector.add({ uid, recurrence, start, end, fields, notes })
    }
  }

  function attempt(event: ICAL.Component, add: () => void): void {
    try {
      add()
    } catch (error) {
      if (error instanceof ImportError) throw error
      collector.addProblem(`${nameOf(event)} cannot be read: ${describeFault(error)}`, stemOf(event))
    }
  }

  /** Reports an event that another one with its UID replaces, unless that is a newer version of it. */
  function reportLost(event: ICAL.Component, kept = event): void {
    const isSameStart = rawOf(event, 'dtstart') === rawOf(kept, 'dtstart')
    if (nameOf(kept) === nameOf(event) || (isSameStart && sequenceOf(kept) > sequenceOf(event))) return
    collector.addProblem(
      `${nameOf(event)} has the same UID ${isSameStart ? 'and start as' : 'as a newer event,'} ${nameOf(kept)}: only the latter was read`,
    )
  }

  /** Times of a series are compared in the form of its first one. */
  function keyOf(event: ICAL.Component, name: string, master = event): string {
    try {
      const time = readTime(event, name, calendar)
      const first = readTime(master, 'dtstart', calendar)
      if (time) return recurrenceKey(first ? alignTo(first, time, calendar) : time)
    } catch {
      // Below.
    }
    return rawOf(event, name)
  }

  /** Whether a series, if it has a date at `key`, certainly lists it. */
  function isNear(key: string): boolean {
    const time = Date.parse(key)
    return time > collector.from + dayLength && time < collector.until - dayLength
  }
}

function isRange(event: ICAL.Component): boolean {
  const range = event.getFirstProperty('recurrence-id')?.getParameter('range')
  return /^thisandfuture$/i.test(String(range)) && event.hasProperty('dtstart')
}

function listNotes(event: ICAL.Component): string[] {
  const notes = noteLeftOut(listCategories(event), findPicture(event))
  if (textOf(event, 'status').toUpperCase() === 'TENTATIVE' && !event.hasProperty('x-event-status'))
    notes.push('The source marks it as tentative.')
  if (/^(private|confidential)$/i.test(textOf(event, 'class')))
    notes.push('The source marks it as private: ask before you publish it.')
  return notes
}

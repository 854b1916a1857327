import type { Found } from '#domain/import/found.ts'
import { ICAL } from '../feeds/ical.ts'
import { findPicture, listCategories, readFields } from './calendar-fields.ts'
import {
  type Calendar,
  describeFault,
  findUid,
  isRepeated,
  nameOf,
  newestOf,
  parseLeniently,
  rawOf,
  readFrame,
  sequenceOf,
  splitEntries,
  stemOf,
  textOf,
} from './calendar-parts.ts'
import { createRepeater } from './calendar-repeats.ts'
import { readEnd, readTime, recurrenceKey } from './calendar-times.ts'
import { cleanLine } from './clean-text.ts'
import { createCollector, nameSeries, type ReadOptions, type WrittenTime } from './found-events.ts'
import { ImportError } from './import-error.ts'
import { noteLeftOut } from './match-categories.ts'

type Collector = ReturnType<typeof createCollector>

/** Reads an iCalendar file (RFC 5545). Throws ImportError for a broken one. */
export function readCalendar(file: string, options: ReadOptions): Found {
  const { frame, entries } = splitEntries(file)
  const calendar = readFrame(frame, options)
  const collector = createCollector(options, 'calendar')
  const addEvents = createAdder(calendar, collector, options.source)
  for (const [uid, group] of groupByUid(entries, collector)) addEvents(uid, group)

  for (const name of calendar.unknownZones)
    collector.addNote(
      `Unknown time zone “${cleanLine(name, 60) ?? '?'}”: its times were read as ${calendar.fallback.zone}.`,
    )
  const title = textOf(calendar.component, 'x-wr-calname') || textOf(calendar.component, 'name')
  return collector.finish(cleanLine(title, 100))
}

/** The entries of one UID: an event, or a series (the master) and single dates of it that differ (the overrides). */
type Group = { masters: ICAL.Component[]; overrides: ICAL.Component[] }

function groupByUid(entries: readonly string[], collector: Collector): Map<string, Group> {
  const groups = new Map<string, Group>()
  for (const [index, entry] of entries.entries()) {
    try {
      const { parsed, dropped } = parseLeniently(entry)
      const event = new ICAL.Component(parsed as never[])
      for (const line of dropped.slice(0, 3))
        collector.addProblem(
          `${nameOf(event)} has a line that cannot be read and is left out: ${cleanLine(line, 60) ?? ''}`,
        )
      if (dropped.some((line) => /^RDATE/i.test(line))) collector.leaveOut(stemOf(event))
      const uid = textOf(event, 'uid') || `${textOf(event, 'summary')} ${rawOf(event, 'dtstart')}`
      const group = groups.get(uid) ?? { masters: [], overrides: [] }
      groups.set(uid, group)
      ;(event.hasProperty('recurrence-id') ? group.overrides : group.masters).push(event)
    } catch (error) {
      collector.addProblem(`Event ${index + 1} cannot be read: ${describeFault(error)}`, findUid(entry))
    }
  }
  return groups
}

/** Identifies one occurrence of a series, and its start. */
type Occurrence = { series?: string | undefined; recurrence?: string | undefined; start?: WrittenTime }

function createAdder(calendar: Calendar, collector: Collector, source: string) {
  const listStarts = createRepeater(calendar, collector)

  return function addEvents(uid: string, { masters, overrides }: Group): void {
    const isSeries = overrides.length > 0 || masters.some(isRepeated)
    const series = isSeries ? nameSeries(source, uid) : undefined
    const changed = newestOf(overrides.map((event) => [keyOf(event, 'recurrence-id'), event] as const))
    const starts = newestOf(masters.map((event) => [rawOf(event, 'dtstart'), event]))
    for (const master of masters) reportLost(master, starts.get(rawOf(master, 'dtstart')))
    for (const master of starts.values()) attempt(master, () => addMaster(uid, master, series, changed))
    for (const [recurrence, override] of changed)
      attempt(override, () => addOne(uid, override, { series, recurrence }))
  }

  function attempt(event: ICAL.Component, add: () => void): void {
    try {
      add()
    } catch (error) {
      if (error instanceof ImportError) throw error
      collector.addProblem(`${nameOf(event)} cannot be read: ${describeFault(error)}`, stemOf(event))
    }
  }

  /** Reports an event that another one with its UID and start replaces, unless that is a newer version of it. */
  function reportLost(event: ICAL.Component, kept = event): void {
    if (sequenceOf(kept) > sequenceOf(event) || nameOf(kept) === nameOf(event)) return
    collector.addProblem(
      `${nameOf(event)} has the same UID and start as ${nameOf(kept)}: only the latter was read`,
    )
  }

  function keyOf(event: ICAL.Component, name: string): string | undefined {
    try {
      const time = readTime(event, name, calendar)
      return time && recurrenceKey(time)
    } catch {
      return undefined
    }
  }

  function addMaster(
    uid: string,
    master: ICAL.Component,
    series: string | undefined,
    changed: ReadonlyMap<string | undefined, ICAL.Component>,
  ): void {
    if (!isRepeated(master)) {
      const recurrence = series === undefined ? undefined : keyOf(master, 'dtstart')
      addOne(uid, master, { series, recurrence })
      return
    }
    for (const start of listStarts(master)) {
      const recurrence = recurrenceKey(start)
      if (!changed.has(recurrence)) addOne(uid, master, { series, recurrence, start })
    }
  }

  function addOne(
    uid: string,
    event: ICAL.Component,
    { series, recurrence, start: given }: Occurrence,
  ): void {
    const first = readTime(event, 'dtstart', calendar)
    if (!first) throw new Error('it has no DTSTART')
    const start = given ?? first
    collector.add({
      uid,
      recurrence,
      start,
      end: readEnd(event, calendar, first, start),
      fields: { ...readFields(event, calendar.component), ...(series !== undefined && { series }) },
      notes: listNotes(event),
    })
  }
}

function listNotes(event: ICAL.Component): string[] {
  const notes = noteLeftOut(listCategories(event), findPicture(event))
  if (textOf(event, 'status').toUpperCase() === 'TENTATIVE' && !event.hasProperty('x-event-status'))
    notes.push('The source marks it as tentative.')
  if (/^(private|confidential)$/i.test(textOf(event, 'class')))
    notes.push('The source marks it as private: ask before you publish it.')
  if (/^thisandfuture$/i.test(String(event.getFirstProperty('recurrence-id')?.getParameter('range') ?? '')))
    notes.push('The source changes this date and all later ones: check the later ones too.')
  return notes
}

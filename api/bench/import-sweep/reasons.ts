import { importLimits } from '#domain/import/found.ts'

/** An event at one time. `start` and `end` are instants in UTC, or days (`end` is then the last day). */
export type Occurrence = { uid: string; title: string; start: string; end?: string }
export type Pair = { own?: Occurrence | undefined; reference?: Occurrence | undefined }

/** A VEVENT as the file has it: its properties by name. */
type Vevent = Map<string, Array<{ parameters: string; value: string }>>

export type Run = {
  path: string
  text: string
  now: number
  events: Vevent[]
  /** Why the reference cannot read the events of a UID. */
  faults: Record<string, string>
  /** What the import reports. */
  problems: string[]
  /** How many events the reference has. */
  expected: number
}

export function listVevents(text: string): Vevent[] {
  const unfolded = text.replace(/\r?\n[ \t]/g, '')
  return [...unfolded.matchAll(/^BEGIN:VEVENT[^]*?^END:VEVENT/gim)].map(([block]) => {
    const event: Vevent = new Map()
    for (const line of block.split(/\r?\n/)) {
      const [, name, parameters = '', value = ''] =
        /^([\w-]+)((?:;(?:"[^"]*"|[^":])*)*):(.*)$/.exec(line) ?? []
      if (name === undefined) continue
      const key = name.toUpperCase()
      event.set(key, [...(event.get(key) ?? []), { parameters, value: value.trim() }])
    }
    return event
  })
}

type Rule = (difference: Pair & { run: Run; events: Vevent[] }) => boolean

const rules: Record<string, Rule> = {
  'the file is refused: its calendar, or an event, does not begin or end': ({ run: { text, problems } }) =>
    problems.some((problem) =>
      /^(?:This is not a calendar|The calendar is (?:cut off|broken))/.test(problem),
    ) &&
    (!/^BEGIN:VCALENDAR\s*$[^]*^END:VCALENDAR\s*$/im.test(text) ||
      !/^\s*BEGIN:VCALENDAR/i.test(text) ||
      count(text, 'BEGIN') !== count(text, 'END')),
  'the reference fails on the event': ({ own, reference, run, events }) =>
    own !== undefined && !reference && (events[0]?.get('UID')?.[0]?.value ?? '') in run.faults,
  'it has no title: left out and named': ({ own, reference, run }) =>
    !own && reference?.title === '' && run.problems.some((problem) => problem.endsWith('has no title')),
  'it cannot be read: left out and named': ({ own, reference, run }) =>
    !own &&
    run.problems.some(
      (problem) =>
        reference?.title &&
        problem.startsWith(`“${reference.title.slice(0, 70)}`) &&
        problem.includes('cannot be read'),
    ),
  'it repeats every few seconds or minutes: it is left out': ({ events }) =>
    events.some((event) => /FREQ=(?:SECOND|MINUTE)LY/i.test(valueOf(event, 'RRULE'))),
  'a day with a zone, or without VALUE=DATE: the reference reads midnight': ({ own, reference, events }) =>
    own?.start.length === 10 &&
    reference !== undefined &&
    reference.start.length > 10 &&
    events.some((event) => /^\d{8}$/.test(valueOf(event, 'DTSTART'))),
  'the zone is not in the IANA database: the import knows names of Windows and offsets, or adds a note': ({
    own,
    reference,
    events,
  }) => own !== undefined && reference !== undefined && events.some((event) => !isZone(zoneOf(event))),
  'EXDATE and RECURRENCE-ID name the same date: the import keeps the changed one': ({
    own,
    reference,
    events,
  }) =>
    own !== undefined &&
    !reference &&
    events.some(
      (event) =>
        event.has('RECURRENCE-ID') &&
        events.some((other) =>
          (other.get('EXDATE') ?? []).some(({ value }) => value.includes(valueOf(event, 'RECURRENCE-ID'))),
        ),
    ),
  'a series mixes days and times: the import uses the form of the first date': ({ reference, events }) =>
    reference !== undefined &&
    events.some(
      (event) =>
        new Set(
          ['DTSTART', 'DTEND', 'RDATE', 'RECURRENCE-ID']
            .filter((name) => event.has(name))
            .map((name) => valueOf(event, name).includes('T')),
        ).size > 1,
    ),
  'a rule begins in UTC: repeated in UTC (RFC 5545); the reference repeats it in X-WR-TIMEZONE': ({
    run,
    events,
  }) =>
    /^X-WR-TIMEZONE/m.test(run.text) &&
    events.some((event) => event.has('RRULE') && valueOf(event, 'DTSTART').endsWith('Z')),
  'events without UID have the same title and start: read as one': ({ own, events }) =>
    !own &&
    events.length > 1 &&
    events.every((event) => !event.has('UID')) &&
    new Set(events.map((event) => valueOf(event, 'DTSTART'))).size < events.length,
  'UNTIL without Z is a local time, which still counts; not for the reference': ({
    own,
    reference,
    events,
  }) =>
    own !== undefined &&
    !reference &&
    events.some(
      (event) => zoneOf(event) !== 'UTC' && /UNTIL=\d{8}T\d{6}(?:;|$)/.test(valueOf(event, 'RRULE')),
    ),
  'a series has more than 1,000 dates within the horizon: the others are left out, and it is named': ({
    own,
    run,
  }) =>
    !own &&
    run.expected > importLimits.dates &&
    /repeats too often, or for too long/.test(run.problems.join('\n')),
  'BYWEEKNO without BYDAY: the weekday of the start (RFC 5545); the reference takes the whole week': ({
    own,
    events,
  }) =>
    !own &&
    events.some(
      (event) => /BYWEEKNO/.test(valueOf(event, 'RRULE')) && !/BYDAY/.test(valueOf(event, 'RRULE')),
    ),
  'the start has no zone and EXDATE is in UTC: the reference reads the start in UTC': ({
    own,
    reference,
    events,
  }) =>
    own !== undefined &&
    reference !== undefined &&
    events.some(
      (event) =>
        zoneOf(event) === 'UTC' &&
        !valueOf(event, 'DTSTART').endsWith('Z') &&
        valueOf(event, 'EXDATE').endsWith('Z'),
    ),
  'BEGIN:VEVENT has spaces after it: the reference sees no event': ({ own, reference, run }) =>
    own !== undefined && !reference && /^BEGIN:VEVENT[ \t]+\r?$/im.test(run.text),
  'a property has an empty parameter: the reference drops it': ({ own, reference, run }) =>
    own !== undefined && !reference && /^DTSTART;;/im.test(run.text),
  'a blank line within a folded line: left out and named': ({ own, run }) =>
    !own &&
    /\n\r?\n[ \t]/.test(run.text) &&
    run.problems.some((problem) => problem.includes('cannot be read')),
  'EXRULE: the reference ignores it': ({ own, events }) =>
    !own && events.some((event) => event.has('EXRULE')),
  'UNTIL is before the first date, which counts for the import only': ({ own, reference, events }) =>
    own !== undefined &&
    !reference &&
    events.some((event) => untilOf(event) !== '' && untilOf(event) < valueOf(event, 'DTSTART').slice(0, 8)),
  'events share a UID, or have none: the newest SEQUENCE counts, or each; of those with one start, the last one, with a note':
    ({ own, reference, events, run }) => {
      const starts = events
        .filter((event) => !event.has('RECURRENCE-ID'))
        .map((event) => valueOf(event, 'DTSTART'))
      const isNewer = new Set(events.map((event) => valueOf(event, 'SEQUENCE'))).size > 1
      const isNamed = run.problems.some((problem) => problem.includes('has the same UID'))
      return (
        starts.length > 1 &&
        (isNewer || isNamed || (own !== undefined && !reference && new Set(starts).size > 1))
      )
    },
  'the file is not UTF-8: read as Windows-1252, with a note': ({ own, reference, run }) =>
    own?.start === reference?.start &&
    own?.title !== reference?.title &&
    Buffer.from(run.text, 'latin1').toString().includes('\ufffd'),
  'it ends before it begins: no end; the reference swaps start and end': ({ own, reference, events }) =>
    own?.end === undefined &&
    events.some(
      (event) =>
        valueOf(event, 'SUMMARY') === (own ?? reference)?.title &&
        event.has('DTEND') &&
        valueOf(event, 'DTEND') < valueOf(event, 'DTSTART'),
    ),
  'the file defines a zone of the IANA database with other offsets: the import goes by the name': ({
    run,
    events,
  }) =>
    events.some(
      (event) =>
        isZone(zoneOf(event)) &&
        new RegExp(`^BEGIN:VTIMEZONE\\s+TZID:${zoneOf(event)}\\s*$`, 'm').test(run.text),
    ),
  'DTEND sets an exact length (RFC 5545, 3.8.5.3): the clock changes between start and end': ({
    own,
    reference,
    events,
  }) =>
    own?.start === reference?.start &&
    Math.abs(Date.parse(own?.end ?? '') - Date.parse(reference?.end ?? '')) === 3_600_000 &&
    events.some((event) => event.has('DTEND') && event.has('RRULE')),
}

function valueOf(event: Vevent, name: string): string {
  return event.get(name)?.[0]?.value ?? ''
}

function zoneOf(event: Vevent): string {
  return /TZID="?([^";:]+)/i.exec(event.get('DTSTART')?.[0]?.parameters ?? '')?.[1] ?? 'UTC'
}

function untilOf(event: Vevent): string {
  return /UNTIL=(\d{8})/i.exec(valueOf(event, 'RRULE'))?.[1] ?? ''
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function count(text: string, mark: string): number {
  return text.match(new RegExp(`^${mark}:VEVENT`, 'gim'))?.length ?? 0
}

/** The first reason that applies. */
export function findReason(pair: Pair, run: Run): string | undefined {
  const { uid, title } = pair.reference ?? pair.own ?? {}
  const events = run.events.filter((event) =>
    valueOf(event, 'UID') !== '' ? valueOf(event, 'UID') === uid : valueOf(event, 'SUMMARY') === title,
  )
  return Object.entries(rules).find(([, applies]) => applies({ ...pair, run, events }))?.[0]
}

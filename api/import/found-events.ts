import { createHash } from 'node:crypto'
import { contentLimits } from '#domain/content/content-limits.ts'
import {
  type Found,
  type FoundEvent,
  type ImportedFields,
  importLimits,
  type ImportKind,
  type ReadSettings,
} from '#domain/import/found.ts'
import { withoutUndefined } from '#domain/import/plan.ts'
import { startOfDay } from '#domain/pacific.ts'
import { makeUuid } from '../events/event-document.ts'
import { cleanLine } from './clean-text.ts'
import { ImportError } from './import-error.ts'
import { dayLength, findZone, type LocalTime, midnightOf, offsetOf, pacific, toInstant } from './zones.ts'

export type ReadOptions = ReadSettings & {
  /** Id of the source's document. */
  source: string
  now: Date
  /** URL of the page, for resolving relative URLs. */
  address?: string | undefined
}

/** IANA name, or the name of a zone that only the file defines: then `offsetAt` returns its offsets. */
export type Zone = Pick<FoundEvent, 'zone' | 'zoneFrom'> & {
  offsetAt?: ((utc: number) => number) | undefined
}

export type WrittenTime = Zone & { local: LocalTime; isDay: boolean }

/** A later end, such as 9999-12-31, means that there is none. */
const lastEnd = Date.UTC(2200, 0)

/** Milliseconds since 1970. A whole day begins at midnight Pacific time. */
export function instantOf(time: WrittenTime): { utc: number; isSkipped: boolean } {
  if (time.isDay) return { utc: startOfDay(describeLocal(time)).getTime(), isSkipped: false }
  return toInstant(time.local, time.offsetAt ?? offsetOf(time.zone))
}

/** The zone for times without one: the setting of the source, that of the calendar, or Pacific. Throws ImportError. */
export function fallbackZone(settings: ReadSettings, own?: string): Zone {
  if (!settings.zone)
    return own === undefined ? { zone: pacific, zoneFrom: 'default' } : { zone: own, zoneFrom: 'calendar' }
  const zone = findZone(settings.zone)
  if (zone === undefined) throw new ImportError(`There is no time zone “${settings.zone}”`)
  return { zone, zoneFrom: 'source' }
}

export type Entry = {
  uid: string
  recurrence?: string | undefined
  start: WrittenTime
  end?: WrittenTime | undefined
  fields: Omit<ImportedFields, 'title' | 'date' | 'end' | 'allDay'> & { title: unknown }
  notes?: string[]
}

export type Collector = ReturnType<typeof createCollector>

export function createCollector({ source, now }: ReadOptions, kind: ImportKind) {
  const from = now.getTime() - dayLength
  const until = now.getTime() + importLimits.horizon * dayLength
  const events = new Map<string, FoundEvent>()
  const leftOut = new Set<string>()
  const problems: string[] = []
  const notes: string[] = []
  let [over, far, steps] = [0, 0, 0]

  /** Whether an event is within the horizon. Counts those that are not. */
  function isWanted(start: number, end = start): boolean {
    if (Math.max(start, end) < from) over += 1
    else if (start > until) far += 1
    else return true
    return false
  }

  function add({ uid, recurrence, start, end, fields, notes: own = [] }: Entry): void {
    const title = cleanLine(fields.title, contentLimits.title)
    const begin = instantOf(start)
    const eventNotes = [...own]
    const fit = end && end.local < lastEnd ? fitEnd(start, end, eventNotes) : undefined
    const last = fit && instantOf(fit).utc
    const key = recurrence === undefined ? uid : `${uid}\n${recurrence}`
    if (!isWanted(begin.utc, last)) return leaveOut(key)
    if (title === undefined) return addProblem(`The event of ${describeLocal(start)} has no title`, key)
    if (events.size >= importLimits.events)
      throw new ImportError(
        `It has more than ${importLimits.events.toLocaleString('en-US')} events within ${importLimits.horizon} days: import a smaller calendar`,
      )
    if (begin.isSkipped)
      eventNotes.push('The clock skips this time on that day: it was moved forward by the length of the gap.')
    if (last !== undefined && (start.isDay ? last < begin.utc : last <= begin.utc))
      eventNotes.push('It ends before it begins: the end was left out.')
    const days = Math.round(((last ?? begin.utc) - begin.utc) / dayLength)
    if (days > 31) eventNotes.push(`It lasts ${days} days: if it is a series, look up its single dates.`)
    if (fields.location === undefined) eventNotes.push('It has no location.')
    const date = new Date(begin.utc).toISOString()
    // Some feeds give one UID to several events.
    const id = [key, `${key}\n${date}`].map((text) => makeId(source, text)).find((one) => !events.has(one))
    if (id === undefined) return
    events.set(id, {
      id,
      uid: cleanLine(key) ?? id,
      zone: start.zone,
      zoneFrom: start.zoneFrom,
      notes: eventNotes,
      fields: withoutUndefined({
        ...fields,
        title,
        date,
        end: last !== undefined && last > begin.utc ? new Date(last).toISOString() : undefined,
        allDay: start.isDay ? true : undefined,
      }),
    })
  }

  /** `stem`: as for `leaveOut`, if an event or a part of it is left out. */
  function addProblem(text: string, stem?: string): void {
    if (problems.length < 100) problems.push(text)
    leaveOut(stem)
  }

  /** Events whose UIDs begin with `stem` count as present in the source. */
  function leaveOut(stem: string | undefined): void {
    const uid = cleanLine(stem)
    if (uid !== undefined) leftOut.add(uid)
  }

  function finish(name: string | undefined): Found {
    if (over > 0) notes.push(`${countEvents(over)} already over: left out.`)
    if (far > 0) notes.push(`${countEvents(far)} more than ${importLimits.horizon} days away: left out.`)
    return {
      source,
      kind,
      name,
      events: [...events.values()].toSorted(
        (one, other) => Date.parse(one.fields.date) - Date.parse(other.fields.date),
      ),
      leftOut: [...leftOut],
      problems,
      notes,
      until: new Date(until).toISOString(),
    }
  }

  return {
    from,
    until,
    add,
    addProblem,
    leaveOut,
    isWanted,
    /** The iterations of repeat rules so far. */
    countStep: () => (steps += 1),
    addNote: (text: string) => notes.push(text),
    finish,
  }
}

function countEvents(count: number): string {
  return count === 1 ? 'One event is' : `${count.toLocaleString('en-US')} events are`
}

/** The end in the form of the start: of a day and a time, one is a whole day. Adds a note for an editor. */
function fitEnd(start: WrittenTime, end: WrittenTime, notes: string[]): WrittenTime | undefined {
  const [first, last] = [midnightOf(start.local), midnightOf(end.local)]
  if (start.isDay === end.isDay) return end
  if (start.isDay) {
    if (end.local === last && last > first) return { ...start, local: last - dayLength }
    notes.push(`It begins on a day: ${describeLocal(end).slice(11)}, the time of its end, was left out.`)
    return { ...start, local: last }
  }
  if (last <= first) return undefined
  notes.push('Its end is a day: 11:59 PM was taken for the time. Check it.')
  return { ...start, local: last + dayLength - 60_000 }
}

export function describeLocal({ local, isDay }: Pick<WrittenTime, 'local' | 'isDay'>): string {
  const text = new Date(local).toISOString().replace('T', ' ')
  return text.slice(0, isDay ? 10 : 16)
}

function makeId(source: string, key: string): string {
  return makeUuid(namespace, `${source}\n${key}`)
}

/** Random. Must never change: the ids of imported events depend on it. */
const namespace = Buffer.from('3e0b7c5a91d24c6f8a7e42f1d05b9c68', 'hex')

/** A short name, the same for all dates of a series. */
export function nameSeries(source: string, uid: string): string {
  return `imported-${makeId(source, uid).slice(0, 8)}`
}

/**
 * Id of a source's document, derived from its address or file name. Because of the dot, Sanity hides the document from
 * readers without a token: an address may be a secret.
 */
export function toSourceId(key: string): string {
  return `import.${createHash('sha1').update(namespace).update(key).digest('hex').slice(0, 24)}`
}

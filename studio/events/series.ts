import { addDays, countDays, moveToDay, toDay } from '#domain/pacific.ts'

export type EventDocument = {
  _id: string
  _type: 'event'
  title?: string
  date: string
  end?: string
  series?: string
} & Record<string, unknown>

/** Fields that each event of a series keeps for itself. */
const ownFields = [
  'date',
  'end',
  'status',
  'formerDate',
  'series',
  'imported',
  'suggested',
  'recordingUrl',
  'slidesUrl',
]

/** The event on another day, at the same local time. Moves the end along. */
export function moveTimes({ date, end }: Pick<EventDocument, 'date' | 'end'>, day: string) {
  const days = countDays(toDay(date), day)
  return {
    date: moveToDay(date, day),
    ...(end !== undefined && { end: moveToDay(end, addDays(toDay(end), days)) }),
  }
}

/** A copy with the status `scheduled`. `id` is that of the new document. */
export function copyEvent(event: EventDocument, day: string, id: string): EventDocument {
  return {
    ...pickShared(event),
    ...(event.series !== undefined && { series: event.series }),
    ...moveTimes(event, day),
    _id: id,
    _type: 'event',
    status: 'scheduled',
  }
}

/** Copies of an event for the next `count` weeks. */
export function repeatWeekly(
  event: EventDocument,
  { count, series, makeId }: { count: number; series: string; makeId: () => string },
): EventDocument[] {
  return Array.from({ length: count }, (_, week) => ({
    ...copyEvent(event, addDays(toDay(event.date), 7 * (week + 1)), makeId()),
    series,
  }))
}

/** A patch that gives a later event the fields and the local time of this one. Day, status and import data stay. */
export function changeLater(event: EventDocument, later: EventDocument) {
  const shared = pickShared(event)
  const gone = Object.keys(pickShared(later)).filter((name) => !Object.hasOwn(shared, name))
  return {
    set: { ...shared, ...moveTimes(event, toDay(later.date)) },
    unset: event.end === undefined && later.end !== undefined ? [...gone, 'end'] : gone,
  }
}

function pickShared(event: EventDocument): Record<string, unknown> {
  const isShared = (name: string) => !name.startsWith('_') && !ownFields.includes(name)
  return Object.fromEntries(Object.entries(event).filter(([name]) => isShared(name)))
}

export function nameSeries({ title = 'event' }: Pick<EventDocument, 'title'>, random: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['event']
  return `${words.join('-').slice(0, 60)}-${random.slice(0, 6)}`
}

import { readInstant } from '#domain/events/event-date.ts'
import type { FieldChange, ImportItem } from '#domain/import/compare.ts'
import type { Found, ImportedFields } from '#domain/import/found.ts'
import { formatDateAndTime, formatShortDate } from '#domain/pacific.ts'

/** Where it differs from the field's own. */
const otherNames: Partial<Record<keyof ImportedFields, string>> = {
  allDay: 'all day',
  formerDate: 'former date',
  url: 'link',
  organizerUrl: 'organizer’s page',
  registrationType: 'registration',
  venueRef: 'venue',
}

/** `title: “A” → “B”` */
export function describeChange({ field, before, after }: FieldChange): string {
  return `${otherNames[field] ?? field}: ${describeValue(field, before)} → ${describeValue(field, after)}`
}

function describeValue(field: FieldChange['field'], value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing'
  if (value === true) return 'yes'
  const text = Array.isArray(value) ? value.join(', ') : String(value)
  const isDate = field === 'date' || field === 'end' || field === 'formerDate'
  if (isDate && readInstant(text) !== undefined) return formatDateAndTime(text)
  return text.length > 120 ? `“${text.slice(0, 119).toWellFormed()}…”` : `“${text}”`
}

/** `Friday, December 4, 2026 at 6:30 PM PST`, or `Fri, Dec 4, 2026, all day` */
export function describeTime({ date, found, stored }: Pick<ImportItem, 'date' | 'found' | 'stored'>): string {
  const isAllDay = found ? found.fields.allDay === true : stored?.['allDay'] === true
  return isAllDay ? `${formatShortDate(date)}, all day` : formatDateAndTime(date)
}

export function describeItem({ status, changes, conflicts, lookLike, found }: ImportItem): string[] {
  const isNew = ['new', 'duplicate'].includes(status)
  const venue = `venue: ${found?.venue ?? 'no known venue'}`
  // A document has only the venue’s id.
  const describe = (change: FieldChange) => (change.field === 'venueRef' ? venue : describeChange(change))
  return [
    ...lookLike.map(({ title, date }) => `looks like “${title}”, ${formatDateAndTime(date)}`),
    ...(isNew && found?.venue !== undefined ? [venue] : []),
    ...(isNew && found?.fields.status === 'cancelled' ? ['the source has cancelled it'] : []),
    ...changes.map(describe),
    ...conflicts.map((change) => `${describe(change)} (an editor has changed it)`),
    ...(status === 'deleted' ? ['an editor has deleted it'] : []),
    ...(status === 'gone' ? ['the source does not have it any more'] : []),
    ...(status === 'leftOut'
      ? ['the source still has it, but over, too far away or unreadable: nothing was changed']
      : []),
    ...(found && isNew ? found.notes : []),
  ]
}

/** How times without a zone of their own were read, one sentence per origin of the zone. */
export function describeZones({ events }: Pick<Found, 'events'>): string[] {
  const timed = events.filter(({ fields }) => fields.allDay !== true)
  const origins = {
    calendar: 'as the calendar says',
    source: 'as chosen for this source',
    default: 'the default zone',
  } as const
  const lines = Object.entries(origins).flatMap(([origin, reason]) => {
    const own = timed.filter(({ zoneFrom }) => zoneFrom === origin)
    return own[0] ? [`${countTimes(own.length)} no zone: read as ${own[0].zone}, ${reason}.`] : []
  })
  const zoned = timed.filter(({ zoneFrom }) => zoneFrom === 'event').length
  return zoned > 0 && lines.length > 0 ? [`${countTimes(zoned)} a zone.`, ...lines] : lines
}

function countTimes(count: number): string {
  return count === 1 ? 'One event has' : `${count} events have`
}

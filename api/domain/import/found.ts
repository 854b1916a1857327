import type { EventStatus } from '#domain/events/event.ts'

/** The fields of an event document that an import writes. Times are ISO 8601 in UTC. */
export type ImportedFields = {
  title: string
  date: string
  end?: string
  allDay?: true
  status: EventStatus | 'scheduled'
  formerDate?: string
  organizers?: string
  location?: string
  address?: string
  description?: string
  url?: string
  organizerUrl?: string
  language?: string
  series?: string
  price?: string
  registrationType?: string
  topics?: string[]
  types?: string[]
  /** Guessed from the place (find-venue.ts); sources do not contain it. */
  venueRef?: { _type: 'reference'; _ref: string }
}

export const importedFields = [
  'title',
  'date',
  'end',
  'allDay',
  'status',
  'formerDate',
  'organizers',
  'location',
  'address',
  'description',
  'url',
  'organizerUrl',
  'language',
  'series',
  'price',
  'registrationType',
  'topics',
  'types',
  'venueRef',
] as const satisfies Array<keyof ImportedFields>

/** Where the zone of an event's times comes from. */
export type ZoneOrigin = 'event' | 'calendar' | 'source' | 'default'

export type FoundEvent = {
  /** UUID derived from source, UID and recurrence, so that a second import finds the document of the first. */
  id: string
  uid: string
  fields: ImportedFields
  /** IANA name. */
  zone: string
  zoneFrom: ZoneOrigin
  /** Remarks for an editor. */
  notes: string[]
  /** Name of the venue of `venueRef`. */
  venue?: string
}

export const importKinds = ['calendar', 'page', 'table'] as const
export type ImportKind = (typeof importKinds)[number]

/** Field → name of the table column that fills it. */
export type TableMapping = Partial<Record<MappedField, string>>

export const mappedFields = [
  'uid',
  'title',
  'date',
  'time',
  'end',
  'endTime',
  'allDay',
  'organizers',
  'location',
  'address',
  'description',
  'url',
  'organizerUrl',
  'price',
  'registrationType',
  'status',
  'topics',
  'types',
] as const
export type MappedField = (typeof mappedFields)[number]

export const dateOrders = ['mdy', 'dmy'] as const
export type DateOrder = (typeof dateOrders)[number]

/** The result of reading a file or an address. */
export type Found = {
  /** Id of the source's document. */
  source: string
  /** As its id is derived from it. Absent for a file. */
  address?: string
  kind: ImportKind
  /** The calendar's or page's name for itself. */
  name?: string
  /** Within the horizon, by date. */
  events: FoundEvent[]
  /**
   * Whole words that the UIDs of other events in the source begin with: outside the horizon, or unreadable. Dates of a
   * series begin with its UID, events without a UID with their title.
   */
  leftOut: string[]
  /** Why events could not be read, for an editor. */
  problems: string[]
  /** Remarks on the source as a whole. */
  notes: string[]
  /** ISO 8601: events after it were left out. */
  until: string
  table?: FoundTable
}

export type FoundTable = {
  columns: string[]
  /** The first rows. */
  rows: string[][]
  mapping: TableMapping
  dateOrder: DateOrder
  /** If a cell proves it: `27/12/2026` can only have the day first. */
  provenOrder?: DateOrder
}

/** Why the columns of a table do not fit its mapping, in words. Undefined if they fit, and without a table. */
export function describeColumnFault(table?: Pick<FoundTable, 'columns' | 'mapping'>): string | undefined {
  if (!table) return undefined
  const { columns, mapping } = table
  const missing = Object.values(mapping).find((name) => !columns.includes(name))
  if (missing !== undefined) return `The table has no column “${missing}”`
  return mapping.title === undefined || mapping.date === undefined
    ? 'Choose the columns of the title and of the date'
    : undefined
}

/** How a source is to be read. */
export type ReadSettings = {
  /** The zone of times that name none, IANA name. */
  zone?: string | undefined
  mapping?: TableMapping | undefined
  dateOrder?: DateOrder | undefined
}

export const importLimits = {
  bytes: 20 * 1024 * 1024,
  /** Days from now. */
  horizon: 180,
  /** Within the horizon. They are written in parts of 1,000. */
  events: 20_000,
  /** Of one series, within the horizon: a rule of a few characters may repeat every hour. */
  dates: 1_000,
  /** In a file, including those outside the horizon. */
  entries: 20_000,
} as const

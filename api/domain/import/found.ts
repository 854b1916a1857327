import * as z from 'zod/mini'
import { eventStatuses } from '#domain/events/event.ts'

const importedSchema = z.object({
  title: z.string(),
  date: z.iso.datetime(),
  end: z.optional(z.iso.datetime()),
  allDay: z.optional(z.literal(true)),
  status: z.enum([...eventStatuses, 'scheduled']),
  formerDate: z.optional(z.iso.datetime()),
  organizers: z.optional(z.string()),
  location: z.optional(z.string()),
  address: z.optional(z.string()),
  description: z.optional(z.string()),
  url: z.optional(z.string()),
  organizerUrl: z.optional(z.string()),
  language: z.optional(z.string()),
  series: z.optional(z.string()),
  price: z.optional(z.string()),
  registrationType: z.optional(z.string()),
  topics: z.optional(z.array(z.string())),
  types: z.optional(z.array(z.string())),
  venueRef: z.optional(
    z
      .object({ _type: z.literal('reference'), _ref: z.string() })
      .check(z.describe('Guessed from the place. Sources do not contain it.')),
  ),
})
export type ImportedFields = z.infer<typeof importedSchema>

export const importedFields = Object.keys(importedSchema.shape) as Array<keyof ImportedFields>

const foundEventSchema = z.object({
  id: z.guid().check(z.describe('The same in a second import: from source, UID and recurrence.')),
  uid: z.string(),
  fields: importedSchema,
  zone: z.string().check(z.describe('IANA name, or an offset from UTC.')),
  zoneFrom: z.enum(['event', 'calendar', 'source', 'default']),
  notes: z.array(z.string()).check(z.describe('Remarks for an editor.')),
  venue: z.optional(z.string().check(z.describe('Name of the venue of `venueRef`.'))),
})
export type FoundEvent = z.infer<typeof foundEventSchema>

export const importKinds = ['calendar', 'page', 'table'] as const
export type ImportKind = (typeof importKinds)[number]

/** What a column of a table may be, with its label in the Studio. */
export const mappedFieldNames = {
  title: 'Title',
  date: 'Date, with or without a time',
  time: 'Time',
  end: 'End',
  endTime: 'End time',
  allDay: 'All day, yes or no',
  organizers: 'Organizers',
  location: 'Location',
  address: 'Address',
  description: 'Description',
  url: 'Link',
  organizerUrl: 'Organizer’s page',
  price: 'Price',
  registrationType: 'Registration',
  status: 'Status',
  topics: 'Topics',
  types: 'Types',
  uid: 'Id',
} as const
export type MappedField = keyof typeof mappedFieldNames
export const mappedFields = Object.keys(mappedFieldNames) as MappedField[]

export const dateOrders = ['mdy', 'dmy'] as const
export type DateOrder = (typeof dateOrders)[number]

const tableSchema = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())).check(z.describe('The first rows.')),
  mapping: z
    .partialRecord(z.enum(mappedFields), z.string())
    .check(z.describe('Field → name of the table column that fills it.')),
  dateOrder: z.enum(dateOrders),
  provenOrder: z.optional(
    z.enum(dateOrders).check(z.describe('If a cell proves it: `27/12/2026` can only have the day first.')),
  ),
})
export type FoundTable = z.infer<typeof tableSchema>
export type TableMapping = FoundTable['mapping']

/** The result of reading a file or an address. */
export const foundSchema = z.object({
  source: z.string().check(z.describe('Id of the document of the source.')),
  address: z.optional(z.string().check(z.describe('As its id is derived from it. Absent for a file.'))),
  kind: z.enum(importKinds),
  name: z.optional(z.string().check(z.describe('What the calendar or page calls itself.'))),
  events: z.array(foundEventSchema).check(z.describe('Within the horizon, by date.')),
  /** Dates of a series begin with its UID, events without a UID with their title. */
  leftOut: z
    .array(z.string())
    .check(z.describe('Whole words that begin UIDs of other events: outside the horizon, or unreadable.')),
  problems: z.array(z.string()).check(z.describe('Why events could not be read, for an editor.')),
  notes: z.array(z.string()).check(z.describe('Remarks on the source as a whole.')),
  until: z.iso.datetime().check(z.describe('Events after it were left out.')),
  table: z.optional(tableSchema),
})
export type Found = z.infer<typeof foundSchema>

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

const line = z.string().check(z.maxLength(2_000))

/** Body of `POST /api/import`: an address, or a file in base64 with its name or the id of its source. */
export const importRequestSchema = z
  .strictObject({
    address: z.optional(line),
    file: z.optional(z.string()),
    name: z.optional(line),
    source: z.optional(z.string().check(z.regex(/^import\.[0-9a-f]{24}$/))),
    zone: z.optional(z.string().check(z.maxLength(100), z.describe('Of times that name none.'))),
    mapping: z.optional(z.partialRecord(z.enum(mappedFields), line)),
    dateOrder: z.optional(z.enum(dateOrders)),
    kind: z.optional(z.enum(importKinds)),
  })
  .check(
    z.refine(
      ({ address, file, name, source }) =>
        (address !== undefined) !== (file !== undefined && (name ?? source) !== undefined),
    ),
  )
export type ImportRequest = z.infer<typeof importRequestSchema>
export type ReadSettings = Pick<ImportRequest, 'zone' | 'mapping' | 'dateOrder'>
/** `kind`: what the source was before. */
export type SourceSettings = ReadSettings & Pick<ImportRequest, 'kind'>

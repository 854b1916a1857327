import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { readInstant } from '#domain/events/event-date.ts'
import { eventStatuses, isWebAddress } from '#domain/events/event.ts'
import { plainTextSchema } from '#domain/plain-text.ts'
import { isUuid } from '#domain/uuid.ts'
import { en } from '#domain/messages/en.ts'
import type { SyncedEvent } from './sync-queries.ts'

/** The Studio is in English. */
const sayOf = (name: string, missing: string) => () => ({ ...en.faults, name, missing })
const line = (name: string, maximum = 200) =>
  plainTextSchema({ say: sayOf(name, `${name} is missing`), maximum, lines: 'one' })
const optional = <Schema extends z.core.$ZodType>(schema: Schema) =>
  z.pipe(
    z.nullish(schema),
    z.transform((value) => value ?? null),
  )

const absent = <Schema extends z.core.$ZodType>(schema: Schema) =>
  z.pipe(
    z.nullish(schema),
    z.transform((value) => value ?? undefined),
  )

/** Comes out as ISO 8601 in UTC. */
const instant = (name: string) =>
  z.string({ error: ({ input }) => (input == null ? `${name} is missing` : `${name} must be text`) }).check(
    z.refine(
      (text) => readInstant(text) !== undefined,
      `${name} must be a date and time that exists, with its time zone, such as 2026-12-01T18:30:00Z`,
    ),
    z.overwrite((text) => readInstant(text) ?? text),
  )

const mostLabels = 50
/** Any text, since events may carry a label that was removed from the lists in the code. */
const labels = (name: string) =>
  z.pipe(
    z.nullish(
      z
        .array(line(name, 100), `${name} must be a list of texts`)
        .check(z.maxLength(mostLabels, `${name} has more than ${mostLabels} entries`)),
    ),
    z.transform((values) => [...new Set(values)]),
  )

const webAddress = (name: string) =>
  z
    .string({ error: `${name} must be text` })
    .check(z.refine((url) => isWebAddress(url), `${name} must be a web address, http or https`))

/** The fields of an event (studio/schema/documents/event.ts) that are stored in a row. */
const eventDocumentSchema = z.object({
  _id: z.string(),
  _rev: z.string(),
  _updatedAt: instant('_updatedAt'),
  title: line('title', 140),
  date: instant('date'),
  organizers: line('organizers'),
  location: line('location'),
  topics: labels('topics'),
  types: labels('types'),
  description: optional(
    plainTextSchema({ say: sayOf('description', 'description is empty'), maximum: 10_000, lines: 'many' }),
  ),
  url: optional(webAddress('url')),
  price: optional(line('price')),
  registrationType: optional(line('registrationType')),
  end: absent(instant('end')),
  allDay: z.pipe(
    z.nullish(z.boolean('allDay must be true or false')),
    z.transform((isAllDay): true | undefined => isAllDay || undefined),
  ),
  status: absent(
    z.enum(['scheduled', ...eventStatuses], `status must be one of scheduled, ${eventStatuses.join(', ')}`),
  ),
  formerDate: absent(instant('formerDate')),
  address: absent(line('address')),
  organizerUrl: absent(webAddress('organizerUrl')),
  series: absent(line('series', 100)),
  language: absent(line('language', 35)),
})

const checkedSchema = eventDocumentSchema.check(
  z.refine(({ date, end }) => end === undefined || end > date, 'end must be after date'),
)

/** The row of an event document, or in one line why it cannot have one. */
export function readEventDocument(document: unknown): { event: SyncedEvent } | { fault: string } {
  const result = checkedSchema.safeParse(document)
  if (!result.success)
    return { fault: [...new Set(result.error.issues.map(({ message }) => message))].join('; ') }
  const { _id: contentId, _rev: contentRev, _updatedAt: contentUpdatedAt, ...fields } = result.data
  const { status, formerDate } = fields
  const event = {
    ...fields,
    status: status === 'scheduled' ? undefined : status,
    formerDate: status === 'rescheduled' ? formerDate : undefined,
    id: toEventId(contentId),
    contentId,
    contentRev,
    contentUpdatedAt,
    updatedAt: contentUpdatedAt,
  }
  return { event: withoutUndefined(event) as SyncedEvent }
}

function withoutUndefined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** Random, and never to change: the ids of events depend on it. */
const namespace = Buffer.from('6d1c2f0e7c4b4a0f9f53b2a1c9d8e7f6', 'hex')

/** The document's id if it is a UUID, else its UUIDv5 (RFC 9562, section 5.5). */
export function toEventId(documentId: string): string {
  if (isUuid(documentId)) return documentId.toLowerCase()
  const bytes = createHash('sha1').update(namespace).update(documentId).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

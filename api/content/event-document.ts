import * as z from 'zod/mini'
import { isWebAddress } from '#domain/event.ts'
import { readInstant } from '#domain/event-date.ts'
import { plainTextSchema } from '#domain/plain-text.ts'
import { en } from '#domain/words/en.ts'
import type { SyncedEvent } from '../queries/synced-events.ts'
import { toEventId } from './event-id.ts'

/** Reasons are in English, the language of the Studio. */
const sayOf = (name: string, missing: string) => () => ({ ...en.faults, name, missing })
const line = (name: string, maximum = 200) =>
  plainTextSchema({ say: sayOf(name, `${name} is missing`), maximum, lines: 'one' })
const optional = <Schema extends z.core.$ZodType>(schema: Schema) => z.nullish(schema)
const requiredText = (name: string) =>
  z.string({
    error: ({ input }) =>
      input === undefined || input === null ? `${name} is missing` : `${name} must be text`,
  })

/** An instant, as ISO 8601 in UTC afterwards. */
const instant = (name: string) =>
  requiredText(name).check(
    z.refine(
      (text) => readInstant(text) !== undefined,
      `${name} must be a date and time that exists, with its time zone, such as 2026-12-01T18:30:00Z`,
    ),
    z.overwrite((text) => readInstant(text) ?? text),
  )

const mostLabels = 50
/** Not checked against the lists in the code: one that is taken off a list must not make a fault of its events. */
const labels = (name: string) =>
  optional(
    z
      .array(line(name, 100), `${name} must be a list of texts`)
      .check(z.maxLength(mostLabels, `${name} has more than ${mostLabels} entries`)),
  )

/** An event as organisers publish it (studio/schema/documents/event.ts), as much of it as a row needs. */
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
  url: optional(
    z
      .string({ error: 'url must be text' })
      .check(z.refine((url) => isWebAddress(url), 'url must be a web address, http or https')),
  ),
  price: optional(line('price')),
  registrationType: optional(line('registrationType')),
})

/** The row of an event document, or in one line which fields keep it from having one, and why. */
export function readEventDocument(document: unknown): { event: SyncedEvent } | { fault: string } {
  const result = eventDocumentSchema.safeParse(document)
  if (!result.success)
    return { fault: [...new Set(result.error.issues.map(({ message }) => message))].join('; ') }
  const { _id, _rev, _updatedAt, ...fields } = result.data
  return {
    event: {
      id: toEventId(_id),
      contentId: _id,
      contentRev: _rev,
      contentUpdatedAt: _updatedAt,
      title: fields.title,
      date: fields.date,
      organizers: fields.organizers,
      location: fields.location,
      description: fields.description ?? null,
      url: fields.url ?? null,
      price: fields.price ?? null,
      registrationType: fields.registrationType ?? null,
      topics: [...new Set(fields.topics)],
      types: [...new Set(fields.types)],
    },
  }
}

import * as z from 'zod/mini'
import { eventTypes, isWebAddress, neighborhoods, topics, venues } from '#domain/event.ts'
import { plainTextSchema } from '#domain/plain-text.ts'
import { en } from '#domain/words/en.ts'
import type { SyncedEvent } from '../queries/synced-events.ts'
import { toEventId } from './event-id.ts'

/** What organisers are told, in the Studio's language. */
const sayOf = (name: string, missing: string) => () => ({ ...en.faults, name, missing })
const line = (name: string, maximum = 200) =>
  plainTextSchema({ say: sayOf(name, `${name} is missing`), maximum, lines: 'one' })
const optional = <Schema extends z.core.$ZodType>(schema: Schema) => z.nullish(schema)
const choices = (name: string, known: readonly string[]) =>
  optional(z.array(z.enum(known, { error: `${name} has one that is not on the list` })))

const dateSchema = z
  .string({ error: 'date is missing' })
  .check(
    z.refine(
      (text) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)),
      'date is no date and time',
    ),
  )

/** An event as organisers publish it (studio/schema/documents/event.ts), as much of it as a row needs. */
const eventDocumentSchema = z.object({
  _id: z.string(),
  _rev: z.string(),
  _updatedAt: dateSchema,
  title: line('title', 140),
  date: dateSchema,
  organizers: line('organizers'),
  location: line('location'),
  venue: optional(z.enum(venues, { error: 'venue is not on the list' })),
  neighborhood: optional(z.enum(neighborhoods, { error: 'neighborhood is not on the list' })),
  topics: choices('topics', topics),
  types: choices('types', eventTypes),
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

/** The row of an event document, or in one line why it can have none. */
export function readEventDocument(document: unknown): { event: SyncedEvent } | { fault: string } {
  const result = eventDocumentSchema.safeParse(document)
  if (!result.success) return { fault: result.error.issues.map(({ message }) => message).join('; ') }
  const { _id, _rev, _updatedAt, venue, neighborhood, ...fields } = result.data
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
      topics: fields.topics ?? [],
      types: fields.types ?? [],
    },
  }
}

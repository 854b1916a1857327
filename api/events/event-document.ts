import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { cleanText } from '#domain/clean-text.ts'
import { contentLimits } from '#domain/content/content-limits.ts'
import { isSecureAddress } from '#domain/content/link.ts'
import type { ContentPicture } from '#domain/content/picture.ts'
import { readInstant } from '#domain/events/event-date.ts'
import { eventStatuses, isWebAddress } from '#domain/events/event.ts'
import { isTooLong, maxDays } from '#domain/events/when.ts'
import { withoutUndefined } from '#domain/import/plan.ts'
import { plainTextSchema } from '#domain/plain-text.ts'
import { isUuid } from '#domain/uuid.ts'
import { en } from '#domain/messages/en.ts'
import { cropSchema, hotspotSchema, isPicture } from './event-image.ts'

/** Faults are always in English, like the Studio. */
const fieldMessages = (name: string, missing: string) => () => ({ ...en.faults, name, missing })
export const lineSchema = (name: string, maximum: number = contentLimits.line) =>
  plainTextSchema({ messagesOf: fieldMessages(name, `${name} is missing`), maximum, lines: 'one' })
const orNull = <Schema extends z.ZodMiniType>(schema: Schema) => z._default(z.nullable(schema), null)

/** Normalizes to ISO 8601 in UTC. */
export const instantSchema = (name: string) =>
  z.string({ error: ({ input }) => `${name} ${input === undefined ? 'is missing' : 'must be text'}` }).check(
    z.overwrite((text) => cleanText(text, 'one')),
    z.refine(
      (text) => readInstant(text) !== undefined,
      `${name} must be a date and time that exists, from 1900 to 9998, with its time zone, such as 2026-12-01T18:30:00Z`,
    ),
    z.overwrite((text) => readInstant(text) ?? text),
  )

const maxLabels = 50
/** Any text, since events may carry a label that was removed from the lists in the code. */
const labelsSchema = (name: string) =>
  z._default(
    z.array(lineSchema(name, 100), `${name} must be a list of texts`).check(
      z.maxLength(maxLabels, `${name} has more than ${maxLabels} entries`),
      z.overwrite((values) => [...new Set(values)]),
    ),
    [],
  )

export const webAddressSchema = (name: string) =>
  z.string({ error: `${name} must be text` }).check(
    z.overwrite((url) => cleanText(url, 'one')),
    z.refine((url) => isWebAddress(url), `${name} must be a web address, http or https`),
  )

const secureAddressSchema = (name: string) =>
  webAddressSchema(name).check(z.refine(isSecureAddress, `${name} must begin with https://`))

const noPicture = 'image has no picture: choose one, or remove the image'
const notPicture = 'image must be a JPEG, PNG, WebP or AVIF picture'

const pictureSchema = z.pipe(
  z.object(
    {
      asset: z.object({ _ref: z.string(noPicture).check(z.refine(isPicture, notPicture)) }, noPicture),
      alt: lineSchema('image.alt'),
      crop: z.nullish(cropSchema),
      hotspot: z.nullish(hotspotSchema),
    },
    'image must be an image',
  ),
  z.transform(({ asset, alt, crop, hotspot }): ContentPicture => ({
    assetId: asset._ref,
    alt,
    crop: crop ?? undefined,
    hotspot: hotspot ?? undefined,
  })),
)

const notVenue = 'venueRef must be a reference to a venue'

/** The fields of an event (studio/schema/documents/event.ts) that are stored in a row. */
const eventDocumentSchema = z.object({
  _id: z.string(),
  _rev: z.string(),
  _updatedAt: instantSchema('_updatedAt'),
  title: lineSchema('title', contentLimits.title),
  date: instantSchema('date'),
  organizers: lineSchema('organizers'),
  location: lineSchema('location'),
  topics: labelsSchema('topics'),
  types: labelsSchema('types'),
  description: orNull(
    plainTextSchema({
      messagesOf: fieldMessages('description', 'description is empty'),
      maximum: 10_000,
      lines: 'many',
    }),
  ),
  url: orNull(webAddressSchema('url')),
  price: orNull(lineSchema('price')),
  registrationType: orNull(lineSchema('registrationType')),
  end: z.optional(instantSchema('end')),
  allDay: z.optional(z.boolean('allDay must be true or false')),
  status: z.optional(
    z.enum(['scheduled', ...eventStatuses], `status must be one of scheduled, ${eventStatuses.join(', ')}`),
  ),
  formerDate: z.optional(instantSchema('formerDate')),
  address: z.optional(lineSchema('address')),
  organizerUrl: z.optional(webAddressSchema('organizerUrl')),
  recordingUrl: z.optional(secureAddressSchema('recordingUrl')),
  slidesUrl: z.optional(secureAddressSchema('slidesUrl')),
  series: z.optional(lineSchema('series')),
  language: z.optional(lineSchema('language', 35)),
  image: z.optional(pictureSchema),
  venueRef: z.optional(
    z.object({ _ref: z.string().check(z.regex(/^[\w.-]{1,256}$/, notVenue)) }, { error: notVenue }),
  ),
})

const checkedSchema = eventDocumentSchema.check(
  z.refine(({ date, end }) => end === undefined || end > date, 'end must be after date'),
  z.refine(
    // An invalid date or end has its own message.
    ({ date, end, allDay }) =>
      end === undefined ||
      [date, end].some((text) => readInstant(text) === undefined) ||
      !isTooLong({ date, end, ...(allDay && { allDay }) }),
    `an event may last at most ${maxDays} days`,
  ),
)

/** Without null, and without texts that have no visible character: they count as absent. */
function withoutBlanks(document: unknown): unknown {
  const isBlank = (value: unknown) =>
    value === null || (typeof value === 'string' && cleanText(value, 'one') === '')
  const fields = Object.entries(Object(document)).filter(([, value]) => !isBlank(value))
  return Object.fromEntries(
    fields.map(([name, value]) => [
      name,
      Array.isArray(value) ? value.filter((item) => !isBlank(item)) : value,
    ]),
  )
}

/** The fields of a document, or one line that says why they are invalid. */
export function readFields<Fields>(
  schema: z.ZodMiniType<Fields>,
  document: unknown,
): { fields: Fields } | { fault: string } {
  const { data, error } = schema.safeParse(withoutBlanks(document))
  if (error) return { fault: [...new Set(error.issues.map(({ message }) => message))].join('; ') }
  return { fields: data }
}

/** Instants are ISO 8601 in UTC. `venueId` is the id of the venue's document. */
export function readEventDocument(document: unknown) {
  const read = readFields(checkedSchema, document)
  if ('fault' in read) return read
  const { _id, _rev, _updatedAt, venueRef, image, allDay, status, formerDate, ...fields } = read.fields
  const event = {
    ...fields,
    allDay: allDay ? (true as const) : undefined,
    status: status === 'scheduled' ? undefined : status,
    formerDate: status === 'rescheduled' ? formerDate : undefined,
    venueId: venueRef?._ref,
    picture: image,
    id: toEventId(_id),
    contentId: _id,
    contentRev: _rev,
    contentUpdatedAt: _updatedAt,
    updatedAt: _updatedAt,
  }
  return { event: withoutUndefined(event) as typeof event }
}

/** Random. Must never change: the ids of events depend on it. */
const namespace = Buffer.from('6d1c2f0e7c4b4a0f9f53b2a1c9d8e7f6', 'hex')

/** The document's id if it is a UUID, else one that is derived from it. */
export function toEventId(documentId: string): string {
  return isUuid(documentId) ? documentId.toLowerCase() : makeUuid(namespace, documentId)
}

/** UUIDv5 (RFC 9562, section 5.5). */
export function makeUuid(space: Buffer, name: string): string {
  const bytes = createHash('sha1').update(space).update(name).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

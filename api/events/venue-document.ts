import * as z from 'zod/mini'
import { areCoordinates } from '#domain/events/event.ts'
import { clampNear } from '#domain/near-number.ts'
import { instantSchema, lineSchema, readFields, webAddressSchema } from './event-document.ts'

const unknownPlace =
  'coordinates must be a latitude from -90 to 90 and a longitude from -180 to 180, both in degrees'

const degreesSchema = (most: number) =>
  z.number(unknownPlace).check(z.overwrite((degrees) => clampNear(degrees, -most, most)))

const coordinatesSchema = z.pipe(
  z.object({ lat: degreesSchema(90), lng: degreesSchema(180) }, { error: unknownPlace }),
  z.transform(({ lat, lng }) => ({ latitude: lat, longitude: lng })),
)

/** The fields of a venue (studio/schema/documents/venue.ts). */
const venueDocumentSchema = z.object({
  _id: z.string(),
  _rev: z.string(),
  _updatedAt: instantSchema('_updatedAt'),
  name: lineSchema('name', 140),
  address: z.optional(lineSchema('address')),
  coordinates: z.optional(coordinatesSchema.check(z.refine(areCoordinates, unknownPlace))),
  url: z.optional(webAddressSchema('url')),
})

/** `id` is the document's. Instants are ISO 8601 in UTC. */
export function readVenueDocument(document: unknown) {
  const read = readFields(venueDocumentSchema, document)
  if ('fault' in read) return read
  const { _id: id, _rev: contentRev, _updatedAt: updatedAt, ...venue } = read.fields
  return { venue, synced: { id, contentRev, contentUpdatedAt: updatedAt, updatedAt } }
}

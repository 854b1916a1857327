import * as z from 'zod/mini'
import { areCoordinates, type Venue } from '#domain/events/event.ts'
import { orUndefined, instantSchema, lineSchema, webAddressSchema } from './event-document.ts'
import type { SyncedVenue } from './venue-queries.ts'

const unknownPlace =
  'coordinates must be a latitude from -90 to 90 and a longitude from -180 to 180, both in degrees'

/** The fields of a venue (studio/schema/documents/venue.ts). */
const venueDocumentSchema = z.object({
  _id: z.string(),
  _rev: z.string(),
  _updatedAt: instantSchema('_updatedAt'),
  name: lineSchema('name', 140),
  address: orUndefined(lineSchema('address')),
  coordinates: orUndefined(
    z
      .object({ lat: z.number(unknownPlace), lng: z.number(unknownPlace) }, { error: unknownPlace })
      .check(z.refine(({ lat, lng }) => areCoordinates({ latitude: lat, longitude: lng }), unknownPlace)),
  ),
  url: orUndefined(webAddressSchema('url')),
})

/** The row for a venue document, or one line that says why the document is invalid. */
export function readVenueDocument(document: unknown): { venue: SyncedVenue } | { fault: string } {
  const { data, error } = venueDocumentSchema.safeParse(document)
  if (!data) return { fault: [...new Set(error.issues.map(({ message }) => message))].join('; ') }
  const { _id: id, _rev: revision, _updatedAt: updatedAt, coordinates, ...fields } = data
  return {
    venue: { ...fields, id, revision, updatedAt, latitude: coordinates?.lat, longitude: coordinates?.lng },
  }
}

export function toVenue({ name, address, latitude, longitude, url }: SyncedVenue): Venue {
  return {
    name,
    ...(address !== undefined && { address }),
    ...(latitude !== undefined && longitude !== undefined && { coordinates: { latitude, longitude } }),
    ...(url !== undefined && { url }),
  }
}

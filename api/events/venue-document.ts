import * as z from 'zod/mini'
import { areCoordinates, type Venue } from '#domain/events/event.ts'
import { clampNear } from '#domain/near-number.ts'
import { orUndefined, instantSchema, lineSchema, readFields, webAddressSchema } from './event-document.ts'

const unknownPlace =
  'coordinates must be a latitude from -90 to 90 and a longitude from -180 to 180, both in degrees'

const degreesSchema = (most: number) =>
  z.number(unknownPlace).check(z.overwrite((degrees) => clampNear(degrees, -most, most)))

/** The fields of a venue (studio/schema/documents/venue.ts). */
const venueDocumentSchema = z.object({
  _id: z.string(),
  _rev: z.string(),
  _updatedAt: instantSchema('_updatedAt'),
  name: lineSchema('name', 140),
  address: orUndefined(lineSchema('address')),
  coordinates: orUndefined(
    z
      .object({ lat: degreesSchema(90), lng: degreesSchema(180) }, { error: unknownPlace })
      .check(z.refine(({ lat, lng }) => areCoordinates({ latitude: lat, longitude: lng }), unknownPlace)),
  ),
  url: orUndefined(webAddressSchema('url')),
})

/** `id` is the document's. Instants are ISO 8601 in UTC. */
type SyncedVenue = Pick<Venue, 'name' | 'address' | 'url'> & {
  latitude?: number | undefined
  longitude?: number | undefined
  id: string
  contentRev: string
  contentUpdatedAt: string
  updatedAt: string
}

export function readVenueDocument(document: unknown): { venue: SyncedVenue } | { fault: string } {
  const read = readFields(venueDocumentSchema, document)
  if ('fault' in read) return read
  const { _id: id, _rev: contentRev, _updatedAt: updatedAt, coordinates, ...fields } = read.fields
  const { lat: latitude, lng: longitude } = coordinates ?? {}
  return {
    venue: { ...fields, id, contentRev, contentUpdatedAt: updatedAt, updatedAt, latitude, longitude },
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

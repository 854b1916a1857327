import { type ListingLocation, locations } from '#domain/listings/catalogue.ts'
import { readCity } from '#domain/listings/city.ts'
import { RequestError } from '../errors.ts'

/** Reads `?city=`, ignoring letter case. Throws 400 for an unknown or repeated city. */
export function parseCity([value, ...more]: string[]): ListingLocation | undefined {
  if (value === undefined) return undefined
  const city = readCity(value)
  if (more.length > 0 || !city) throw new RequestError(400, `city must be ${locations.join(' or ')}`)
  return city
}

import { type ListingLocation, locations } from '#domain/catalogue.ts'
import { readCity } from '#domain/city.ts'
import { RequestError } from '../errors.ts'

/** Reads `?city=`, letter case aside. Throws 400 for what is no city of ours, or stands twice. */
export function parseCity([value, ...more]: string[]): ListingLocation | undefined {
  if (value === undefined) return undefined
  const city = readCity(value)
  if (more.length > 0 || !city) throw new RequestError(400, `city must be ${locations.join(' or ')}`)
  return city
}

import { type ListingLocation, locations } from '#domain/listings/catalogue.ts'

/** The city of `?city=`. Ignores letter case; undefined for another text. */
export function readCity(value: string | null | undefined): ListingLocation | undefined {
  return locations.find((location) => location === value?.toUpperCase())
}

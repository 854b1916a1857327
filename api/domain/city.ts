import { type ListingLocation, locations } from '#domain/catalogue.ts'

/** The city of `?city=`, letter case aside. What is no city of ours counts as none. */
export function readCity(value: string | null | undefined): ListingLocation | undefined {
  return locations.find((location) => location === value?.toUpperCase())
}

import { messages } from '#domain/language.ts'
import { type HomeCity, type ListingLocation, locations } from '#domain/listings/catalogue.ts'
import { type BoardSummary, type NewestListing, newestShown } from '#domain/pages/page-view.ts'

export function countListings(counts: Partial<Record<ListingLocation, number>> = {}, city: HomeCity): number {
  const cities: readonly ListingLocation[] = city === 'both' ? locations : [city]
  return cities.reduce<number>((sum, each) => sum + (counts[each] ?? 0), 0)
}

export function listNewest({ newest }: BoardSummary, city: HomeCity): NewestListing[] {
  if (city !== 'both') return newest[city]
  const all = locations.flatMap((each) => newest[each])
  return all.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt)).slice(0, newestShown)
}

export function nameCity(city: HomeCity): string {
  const { cities } = messages()
  return city === 'both' ? locations.map((each) => cities[each]).join(' + ') : cities[city]
}

import { faultsByField, type ListingInput, listingInputSchema } from '#domain/listings/listing.ts'
import type { ListingFaults } from './listing-form.ts'

export function checkListing(
  values: Record<string, unknown>,
): { input: ListingInput; faults?: undefined } | { input?: undefined; faults: ListingFaults } {
  const checked = listingInputSchema.safeParse(values)
  return checked.success ? { input: checked.data } : { faults: faultsByField(checked.error) }
}

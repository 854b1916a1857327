import type { ListingField } from '#domain/listing.ts'

/** In the form's order: the first one at fault gets the focus. */
export const listingFields: readonly ListingField[] = [
  'category',
  'subcategory',
  'location',
  'title',
  'description',
  'contact',
]

export type ListingFaults = Partial<Record<ListingField, string | undefined>>

export function focusFault(form: HTMLFormElement, faults: ListingFaults): void {
  const first = listingFields.find((field) => faults[field] !== undefined)
  if (first) (form.elements.namedItem(first) as HTMLElement | null)?.focus()
}

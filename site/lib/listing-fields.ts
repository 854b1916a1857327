import type { ListingField } from '#domain/listing.ts'

/** The fields of a listing in its form's order: the first one at fault gets the focus. */
export const listingFields: readonly ListingField[] = [
  'category',
  'subcategory',
  'location',
  'title',
  'description',
  'contact',
]

/** What is wrong with each field, in words. */
export type ListingFaults = Partial<Record<ListingField, string | undefined>>

/** Gives the focus to the first field of a form that is at fault. */
export function focusFault(form: HTMLFormElement, faults: ListingFaults): void {
  const first = listingFields.find((field) => faults[field] !== undefined)
  if (first) (form.elements.namedItem(first) as HTMLElement | null)?.focus()
}

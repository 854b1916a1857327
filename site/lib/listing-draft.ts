import type { ListingField } from '#domain/listing.ts'
import { createDraft, type Draft } from './draft.ts'
import { listingFields } from './listing-fields.ts'

const draft = createDraft('listing-draft', listingFields)

export const readDraft = draft.read

export const forgetDraft = draft.forget

/** A form as it began, with `location` chosen and nothing else, leaves no draft. */
export function keepDraft(values: Draft<ListingField>, location: string): void {
  const isFresh = listingFields.every(
    (field) => (values[field] ?? '') === (field === 'location' ? location : ''),
  )
  if (isFresh) forgetDraft()
  else draft.keep(values)
}

import type { ListingField } from '#domain/listing.ts'
import { createDraft, type Draft } from './draft.ts'
import { listingFields } from './listing-fields.ts'

const draft = createDraft('listing-draft', listingFields)

/** What was typed into the post form before its page was loaded again. */
export const readDraft = draft.read

export const forgetDraft = draft.forget

/**
 * Keeps what the form holds, for this tab alone: it is sent nowhere. A form that is as it began, with `location` chosen
 * and nothing else, leaves no draft.
 */
export function keepDraft(values: Draft<ListingField>, location: string): void {
  const isFresh = listingFields.every(
    (field) => (values[field] ?? '') === (field === 'location' ? location : ''),
  )
  if (isFresh) forgetDraft()
  else draft.keep(values)
}

import { defaultLocation, readCity, toOneCity } from '#domain/listings/catalogue.ts'
import { detailFields } from '#domain/listings/details.ts'
import type { ListingField } from '#domain/listings/listing.ts'
import { createDraft, type Draft } from '../draft.ts'
import { type Faults, listFaults } from '../list-faults.ts'
import { findChosenCity } from './city.ts'

/** In form order. */
const listingFields: readonly ListingField[] = [
  'category',
  'subcategory',
  'location',
  'title',
  'description',
  'contact',
  ...detailFields,
]

const drafts = createDraft('listing-draft', listingFields)

export const { read: readDraft, clear: clearDraft } = drafts

/** Keeps no draft of an untouched form, where only `location` is chosen. */
export function saveDraft(values: Draft<ListingField>, location: string): void {
  const isFresh = listingFields.every(
    (field) => (values[field] ?? '') === (field === 'location' ? location : ''),
  )
  if (isFresh) clearDraft()
  else drafts.save(values)
}

export type ListingFaults = Faults<ListingField>

/** There is no subcategory to choose before the category. */
export function listListingFaults({ subcategory, ...faults }: ListingFaults) {
  return listFaults(listingFields, faults.category === undefined ? { ...faults, subcategory } : faults)
}

export type CategorySelection = { category: string; subcategory: string }

/** Fills empty fields from the draft. If the server filled in the form, its values become the draft first. */
export function fillForm(
  form: HTMLFormElement,
  isServerFilled: boolean,
): { selection: CategorySelection; location: string } {
  const location = findControl(form, 'location')
  const first = toOneCity(findChosenCity(window.location.search)) ?? defaultLocation
  if (isServerFilled) saveDraft(readFields(form), first)
  const draft = readDraft()
  const isUntouched = !isServerFilled && location.value === defaultLocation
  if (isUntouched) location.value = readCity(draft.location) ?? first
  for (const field of ['category', 'title', 'description', 'contact', ...detailFields] as const) {
    const control = findControl(form, field)
    if (control.value === '') control.value = draft[field] ?? ''
  }
  const { category = '', subcategory: chosen } = readFields(form)
  const kept = category === draft.category ? draft.subcategory : undefined
  return { selection: { category, subcategory: chosen || (kept ?? '') }, location: first }
}

export function readTyped(form: HTMLFormElement, changed: EventTarget): Draft<ListingField> {
  const typed = readFields(form)
  // The subcategories are about to be replaced by those of another category.
  return (changed as HTMLElement).id === 'category' ? { ...typed, subcategory: '' } : typed
}

function readFields(form: HTMLFormElement): Draft<ListingField> {
  return Object.fromEntries(new FormData(form)) as Draft<ListingField>
}

function findControl(form: HTMLFormElement, field: ListingField) {
  return form.elements.namedItem(field) as HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
}

import { atom } from 'nanostores'
import { faultsByField, type ListingField, listingInputSchema, type StoredListing } from '#domain/listing.ts'
import { write } from '../lib/api.ts'
import { leaveToast, showToast } from './toast.ts'

/** The category chosen in the form, whose subcategories are offered, and the one of them that stands chosen first. */
export const $place = atom({ category: '', subcategory: '' })

export const $isPosting = atom(false)

/** What is wrong with each field, in words, since the last try. */
export const $faults = atom<Partial<Record<ListingField, string>>>({})

/** The fields in the form's order: the first one at fault gets the focus. */
export const fields: readonly ListingField[] = [
  'category',
  'subcategory',
  'location',
  'title',
  'description',
  'contact',
]

/**
 * Posts what the form holds, once however often it is asked, and goes to the home page. Answers the first field at
 * fault where there is one; a failure of the server or the network is told by a toast. The form keeps its values.
 */
export async function postListing(values: Record<string, unknown>): Promise<ListingField | undefined> {
  if ($isPosting.get()) return undefined
  const input = listingInputSchema.safeParse(values)
  const faults = input.success ? {} : faultsByField(input.error)
  $faults.set(faults)
  if (!input.success) return fields.find((field) => faults[field] !== undefined)

  $isPosting.set(true)
  try {
    await write<StoredListing>('POST', '/api/listings', input.data)
  } catch (error) {
    $isPosting.set(false)
    showToast({ title: 'Error', description: (error as Error).message, variant: 'destructive' })
    return undefined
  }
  leaveToast({ title: 'Success!', description: 'Your listing has been posted.', variant: 'default' })
  window.location.assign('/')
  return undefined
}

/** A field that is being mended is no longer marked. */
export function forgetFault(field: ListingField): void {
  const { [field]: mended, ...rest } = $faults.get()
  if (mended !== undefined) $faults.set(rest)
}

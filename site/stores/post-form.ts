import { atom } from 'nanostores'
import { words } from '#domain/language.ts'
import {
  faultsByField,
  type ListingField,
  type ListingInput,
  listingInputSchema,
  type PostedListing,
} from '#domain/listing.ts'
import { write } from '../lib/api.ts'
import { createDraft, type Draft } from '../lib/draft.ts'
import { remember } from './my-listings.ts'
import { leavePosted } from './posted.ts'
import { showToast } from './toast.ts'

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

const draft = createDraft('listing-draft', fields)

/** What was typed before this page was loaded again. */
export const readDraft = draft.read

/**
 * Keeps what the form holds, for this tab alone: it is sent nowhere. A form that is as it began, with `location` chosen
 * and nothing else, leaves no draft. While posting nothing is kept, or a post that succeeds would leave it.
 */
export function keepDraft(values: Draft<ListingField>, location: string): void {
  if ($isPosting.get()) return
  const isFresh = fields.every((field) => (values[field] ?? '') === (field === 'location' ? location : ''))
  if (isFresh) draft.forget()
  else draft.keep(values)
}

/** Checks what a form holds, and notes what is wrong with each field. Answers the listing, or the first field at fault. */
export function checkListing(values: Record<string, unknown>): {
  input?: ListingInput
  firstAtFault: ListingField | undefined
} {
  const input = listingInputSchema.safeParse(values)
  const faults = input.success ? {} : faultsByField(input.error)
  $faults.set(faults)
  if (input.success) return { input: input.data, firstAtFault: undefined }
  return { firstAtFault: fields.find((field) => faults[field] !== undefined) }
}

/** Sent with every try of one text: where no answer came to the first, the next finds the listing that it made. */
let tried: { text: string; key: string } | undefined

/** Without `crypto.randomUUID`, which is there on HTTPS only. */
function makePostKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/**
 * Posts what the form holds, once however often it is asked, remembers its token, and goes to the home page. Answers
 * the first field at fault where there is one; a failure of the server or the network is told by a toast. The form
 * keeps its values.
 */
export async function postListing(values: Record<string, unknown>): Promise<ListingField | undefined> {
  if ($isPosting.get()) return undefined
  const { input, firstAtFault } = checkListing(values)
  if (!input) return firstAtFault

  $isPosting.set(true)
  const text = JSON.stringify(input)
  if (tried?.text !== text) tried = { text, key: makePostKey() }
  try {
    const headers = { 'Idempotency-Key': tried.key }
    const { id, title, manageToken } = await write<PostedListing>('POST', '/api/listings', input, headers)
    tried = undefined
    draft.forget()
    const kept = { id, token: manageToken, title }
    window.location.assign(leavePosted({ ...kept, isKept: remember(kept) }))
  } catch (error) {
    $isPosting.set(false)
    showToast({ title: words().toast.error, description: (error as Error).message, variant: 'destructive' })
  }
  return undefined
}

/** A field that is being mended is no longer marked. */
export function forgetFault(field: ListingField): void {
  const { [field]: mended, ...rest } = $faults.get()
  if (mended !== undefined) $faults.set(rest)
}

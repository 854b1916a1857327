import { messages } from '#domain/language.ts'
import { checkListing, type PostedListing } from '#domain/listings/listing.ts'
import { write } from '../lib/api.ts'
import { clearDraft, type ListingFaults } from '../lib/listings/listing-form.ts'
import { storeManageKey } from './manage-keys.ts'
import { flashPostedListing } from './posted.ts'
import { showToast } from './toast.ts'

/** Idempotency key of the text: if an answer is lost, a retry finds the listing instead of posting it twice. */
let tried: { text: string; key: string } | undefined

/** Not `crypto.randomUUID`, which exists on HTTPS only. */
function makePostKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** Returns the fields' faults, or `failed` after showing a toast. Calls `onSend` if there are no faults. */
export async function postListing(
  values: Record<string, unknown>,
  onSend: () => void,
): Promise<'posted' | 'failed' | ListingFaults> {
  const { leaveEmpty, seconds, ...fields } = values
  const { input, faults } = checkListing(fields)
  if (!input) return faults
  onSend()
  const text = JSON.stringify(input)
  if (tried?.text !== text) tried = { text, key: makePostKey() }
  try {
    const headers = { 'Idempotency-Key': tried.key }
    const body = { ...input, leaveEmpty, seconds }
    const posted = await write<PostedListing>('POST', '/api/listings', body, headers)
    const { id, title, manageToken, withheld } = posted
    tried = undefined
    clearDraft()
    const manageKey = { id, token: manageToken, title }
    window.location.assign(
      flashPostedListing({ ...manageKey, isKept: storeManageKey(manageKey), isHeld: withheld !== undefined }),
    )
    return 'posted'
  } catch (error) {
    showToast({
      title: messages().toast.error,
      description: (error as Error).message,
      variant: 'destructive',
    })
    return 'failed'
  }
}

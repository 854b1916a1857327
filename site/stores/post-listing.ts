import { messages } from '#domain/language.ts'
import { checkListing, type ManagedListing, type PostedListing } from '#domain/listings/listing.ts'
import { trapHeaders } from '#domain/moderation/spam-trap.ts'
import { UnreadableAnswer, write } from '../lib/api.ts'
import { isManageKey } from '../lib/listings/manage-keys.ts'
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
  const { leaveEmpty = '', language: _language, ...fields } = values
  const { input, faults } = checkListing(fields)
  if (!input) return faults
  onSend()
  const text = JSON.stringify(input)
  if (tried?.text !== text) tried = { text, key: makePostKey() }
  try {
    const headers = {
      'Idempotency-Key': tried.key,
      [trapHeaders.seconds]: String(performance.now() / 1000),
      ...(leaveEmpty !== '' && { [trapHeaders.leaveEmpty]: 'filled' }),
    }
    const posted = await write<PostedListing>('POST', '/api/listings', input, headers)
    const { manageToken: token, ...listing } = Object(posted) as Partial<PostedListing>
    const manageKey = { id: listing.id, token, title: listing.title }
    if (!isManageKey(manageKey)) throw new UnreadableAnswer()
    tried = undefined
    clearDraft()
    window.location.assign(
      flashPostedListing({
        ...manageKey,
        isKept: storeManageKey(manageKey),
        listing: listing as ManagedListing,
        withheld: listing.withheld,
      }),
    )
    return 'posted'
  } catch (error) {
    const { error: title, unreadable } = messages().toast
    const isUnreadable = error instanceof UnreadableAnswer
    const description = isUnreadable ? unreadable : (error as Error).message
    showToast({ title, description, variant: 'destructive' })
    return 'failed'
  }
}

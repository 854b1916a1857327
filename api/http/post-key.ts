import type { Context } from 'hono'
import type { ListingInput } from '#domain/listing.ts'
import { RequestError } from '../errors.ts'
import { hashSecret } from './manage-token.ts'

/**
 * The `Idempotency-Key` of a post, as the hash of key and listing: whoever sends both again, because no answer came,
 * gets the listing that is there. The key counts with its text, so one that is used twice loses nothing. Throws 400 for
 * a key that could be guessed, or that is no text.
 */
export function readPostKey(c: Context, input: ListingInput): Buffer | undefined {
  const key = c.req.header('idempotency-key')
  if (key === undefined) return undefined
  if (!/^[\x21-\x7e]{16,200}$/.test(key)) {
    throw new RequestError(400, 'Idempotency-Key must be 16 to 200 ASCII characters without spaces')
  }
  const { category, subcategory, title, description, contact, location } = input
  return hashSecret(JSON.stringify([key, category, subcategory, title, description, contact, location]))
}

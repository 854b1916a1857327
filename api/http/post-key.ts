import { createHmac } from 'node:crypto'
import type { Context } from 'hono'
import type { ListingInput } from '#domain/listing.ts'
import { RequestError } from '../errors.ts'
import { hashSecret, makeToken } from './manage-token.ts'

/** The token of a post, and the hashes of it and of the key that it was posted with: these two are stored. */
export type PostSecrets = { manageToken: string; hashes: { token: Buffer; key?: Buffer | undefined } }

/**
 * The secrets of a post: without an `Idempotency-Key` a random token; with one, a token made of key and text, so that
 * whoever sends both again, because no answer came or two left at once, is told the same token each time, and nobody
 * has to remember it. The text is public, so the token is as hard to guess as the key: HMAC (RFC 2104) keeps what the
 * key has of randomness, and nothing that is stored leads back to a key that is random. Throws 400 for a key that is
 * too short to be, or that is no text.
 */
export function readPostSecrets(c: Context, input: ListingInput): PostSecrets {
  const key = c.req.header('idempotency-key')
  if (key === undefined) {
    const { token: manageToken, hash: token } = makeToken()
    return { manageToken, hashes: { token } }
  }
  if (!/^[\x21-\x7e]{16,200}$/.test(key)) {
    throw new RequestError(400, 'Idempotency-Key must be 16 to 200 ASCII characters without spaces')
  }
  const { category, subcategory, title, description, contact, location } = input
  const text = JSON.stringify([category, subcategory, title, description, contact, location])
  const manageToken = createHmac('sha256', key).update(`manage token\n${text}`).digest('base64url')
  return { manageToken, hashes: { token: hashSecret(manageToken), key: hashSecret(key) } }
}

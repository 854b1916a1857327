import { createHmac } from 'node:crypto'
import type { Context } from 'hono'
import type { ListingInput } from '#domain/listings/listing.ts'
import { RequestError } from '../errors.ts'
import { hashSecret, makeToken } from './manage-token.ts'

/** Only the hashes are stored. */
export type PostSecrets = { manageToken: string; hashes: { token: Buffer; key?: Buffer | undefined } }

/**
 * A random token; with an `Idempotency-Key`, an HMAC (RFC 2104) of key and text, so that a repeated post gets the same
 * one. The text is public: the token is as hard to guess as the key. Throws 400 for a malformed or short key.
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

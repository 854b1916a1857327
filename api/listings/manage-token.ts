import { createHmac, hash, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { cleanText } from '#domain/clean-text.ts'
import { messages } from '#domain/language.ts'
import { type ListingInput, toRow } from '#domain/listings/listing.ts'
import { isManageToken } from '#domain/listings/manage-token.ts'
import { RequestError } from '../errors.ts'

/** SHA-256 is enough: the secrets are random, so there is nothing to guess. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/**
 * `Authorization: Bearer …` (RFC 6750). Undefined without a bearer token. For a malformed one, throws 400 with the
 * message `broken`.
 */
export function readBearer(c: Context, broken?: string): string | undefined {
  const header = c.req.header('authorization') ?? ''
  return /^bearer( |$)/i.test(header) ? parseToken(header.slice('bearer'.length), broken) : undefined
}

/** For public reads: ignores a malformed bearer token, which a gateway may add. */
export function findBearer(c: Context): string | undefined {
  const token = /^bearer +(\S+) *$/i.exec(c.req.header('authorization') ?? '')?.[1]
  return token !== undefined && isManageToken(token) ? token : undefined
}

/** Takes a token or a manage link. Throws 400 if malformed; that does not count as a wrong token. */
export function parseToken(text: string, broken = messages().answers.brokenToken): string {
  const token = cleanText(text, 'one').split('#manage=').at(-1) ?? ''
  if (!isManageToken(token)) throw new RequestError(400, broken)
  return token
}

/** Only the hashes are stored: SHA-256. */
type PostSecrets = { manageToken: string; hashes: { token: Buffer; key?: Buffer | undefined } }

/**
 * A random token. With an `Idempotency-Key`, an HMAC (RFC 2104) of the text with that key, so that a repeated post gets
 * the same token. The text is public, so the token is as hard to guess as the key. Throws 400 for an invalid key.
 */
export function readPostSecrets(c: Context, input: ListingInput): PostSecrets {
  const key = c.req.header('idempotency-key')
  if (key === undefined) {
    const manageToken = randomBytes(32).toString('base64url')
    return { manageToken, hashes: { token: hashSecret(manageToken) } }
  }
  if (!/^[\x21-\x7e]{16,200}$/.test(key)) {
    throw new RequestError(400, 'Idempotency-Key must be 16 to 200 ASCII characters without spaces')
  }
  const { details, ...required } = toRow(input)
  // The same text as in earlier versions: a post may be sent again after an upgrade.
  const text = JSON.stringify([...Object.values(required), ...(details ? [JSON.stringify(details)] : [])])
  const manageToken = createHmac('sha256', key).update(`manage token\n${text}`).digest('base64url')
  return { manageToken, hashes: { token: hashSecret(manageToken), key: hashSecret(key) } }
}

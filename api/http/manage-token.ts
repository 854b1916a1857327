import { createHash, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { words } from '#domain/language.ts'
import { isManageToken } from '#domain/manage-token.ts'
import { RequestError } from '../errors.ts'

/** A new token, and its hash, which is all that is stored. */
export function makeToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashSecret(token) }
}

/** SHA-256. Enough for what nobody can guess: there is nothing to try one by one. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/**
 * The token in `Authorization: Bearer …` (RFC 6750); undefined without one, or with another scheme, which is a proxy's
 * business. Throws 400 for what is no token.
 */
export function readBearer(c: Context): string | undefined {
  const header = c.req.header('authorization') ?? ''
  return /^bearer( |$)/i.test(header) ? parseToken(header.slice('bearer'.length)) : undefined
}

/** The same for what is read by anybody, where a bearer of another form, as a gateway adds one, is none of ours. */
export function findBearer(c: Context): string | undefined {
  const token = /^bearer +(\S+) *$/i.exec(c.req.header('authorization') ?? '')?.[1]
  return token !== undefined && isManageToken(token) ? token : undefined
}

/**
 * A token, or the whole link that it stands in, as somebody has copied it. Throws 400 for what is no token: no guess,
 * so it is not counted as one.
 */
export function parseToken(text: string): string {
  const token = text.split('#manage=').at(-1)?.trim() ?? ''
  if (!isManageToken(token)) throw new RequestError(400, words().answers.brokenToken)
  return token
}

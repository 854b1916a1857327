import { createHash, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { messages } from '#domain/language.ts'
import { isManageToken } from '#domain/listings/manage-token.ts'
import { RequestError } from '../errors.ts'

export function makeToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashSecret(token) }
}

/** SHA-256 is enough: the secrets are random, so there is nothing to guess. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** `Authorization: Bearer …` (RFC 6750). Undefined without one or with another scheme; 400 if malformed. */
export function readBearer(c: Context): string | undefined {
  const header = c.req.header('authorization') ?? ''
  return /^bearer( |$)/i.test(header) ? parseToken(header.slice('bearer'.length)) : undefined
}

/** For public reads: a malformed bearer, which a gateway may add, is ignored. */
export function findBearer(c: Context): string | undefined {
  const token = /^bearer +(\S+) *$/i.exec(c.req.header('authorization') ?? '')?.[1]
  return token !== undefined && isManageToken(token) ? token : undefined
}

/** A token, or a link that holds it. Throws 400 for a malformed one, which does not count as a guess. */
export function parseToken(text: string): string {
  const token = text.split('#manage=').at(-1)?.trim() ?? ''
  if (!isManageToken(token)) throw new RequestError(400, messages().answers.brokenToken)
  return token
}

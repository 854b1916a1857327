import { timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { isManageToken } from '#domain/listings/manage-token.ts'
import { linkTo } from '#domain/language.ts'
import type { OwnerFlash } from '#domain/pages/page-view.ts'
import type { Database } from '../database/open.ts'
import { findTokenHash } from './manage-queries.ts'
import { hashSecret } from './manage-token.ts'

const name = 'posted'
const maxAge = 600

type Done = OwnerFlash['did']
/** `secret`: the manage token after a post, whose answer contains it anyway; otherwise its hash. */
export type OwnerClaim = { did: Done; secret: string }

/**
 * One-time cookie that makes the listing's page tell its owner what a form without scripts did. Its secret proves that
 * the browser is the owner's.
 */
export function setOwnerFlash(
  c: Context,
  id: string,
  { did, token, siteUrl }: { did: Done; token: string; siteUrl: string },
): void {
  const secret = did === 'posted' ? token : hashSecret(token).toString('base64url')
  const [path, secure] = [linkTo(`/listing/${id}`), siteUrl.startsWith('https:')]
  setCookie(c, name, `${did}.${secret}`, { path, maxAge, httpOnly: true, sameSite: 'Lax', secure })
}

export function consumeOwnerFlash(c: Context, id: string): OwnerClaim | undefined {
  const [did, secret = ''] = getCookie(c, name)?.split('.') ?? []
  // A hash has the form of a token.
  if ((did !== 'posted' && did !== 'saved' && did !== 'renewed') || !isManageToken(secret)) return undefined
  deleteCookie(c, name, { path: linkTo(`/listing/${id}`) })
  return { did, secret }
}

/** Undefined if the secret is not that of the listing. */
export async function checkClaim(
  sql: Database,
  id: string,
  { did, secret }: OwnerClaim,
): Promise<OwnerFlash | undefined> {
  const stored = await findTokenHash(sql, id)
  if (!stored) return undefined
  const hash = did === 'posted' ? hashSecret(secret) : Buffer.from(secret, 'base64url')
  if (!timingSafeEqual(stored, hash)) return undefined
  return did === 'posted' ? { did, token: secret } : { did }
}

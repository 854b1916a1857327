import type { SanityClient } from '@sanity/client'
import { createHash, timingSafeEqual } from 'node:crypto'

/** Milliseconds. */
export const lifetime = 60 * 60_000

/** `sharedPath`: the one page that the secret of a shared draft opens. */
export type SecretVerdict =
  { verdict: 'good'; expiresAt: number; sharedPath?: string } | { verdict: 'wrong' | 'expired' }

/** `<id>.<secret>`: the document is found by its id, so that no query compares secrets. */
const form = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{32,64})$/

const query = `*[_id == $id && _type in ["sanity.previewUrlSecret", "draftLink"]][0]{
  secret, _updatedAt, _type == "draftLink" => {"sharedPath": path, expiresAt}
}`

type Found = { secret?: unknown; _updatedAt: string; sharedPath?: string; expiresAt?: string }

/**
 * The Studio writes the secret into a draft: only editors can write it, and only a token can read it. `client` needs
 * that token; `now` is in milliseconds. Rejects when the content does not answer.
 */
export async function verifySecret(client: SanityClient, given: string, now: number): Promise<SecretVerdict> {
  const [, id, secret] = form.exec(given) ?? []
  if (id === undefined || secret === undefined) return { verdict: 'wrong' }
  const found = await client.fetch<Found | null>(query, { id: `drafts.${id}` })
  if (typeof found?.secret !== 'string' || !timingSafeEqual(digest(secret), digest(found.secret)))
    return { verdict: 'wrong' }
  const { sharedPath, _updatedAt } = found
  // `_updatedAt` is set by the Content Lake; a client cannot choose it.
  const expiresAt =
    sharedPath === undefined ? Date.parse(_updatedAt) + lifetime : Date.parse(`${found.expiresAt}`)
  if (!(expiresAt > now)) return { verdict: 'expired' }
  return { verdict: 'good', expiresAt, ...(sharedPath !== undefined && { sharedPath }) }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

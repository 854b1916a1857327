import type { SanityClient } from '@sanity/client'
import { createHash, timingSafeEqual } from 'node:crypto'

/** Milliseconds. */
export const lifetime = 60 * 60_000

export type SecretVerdict = { verdict: 'good'; expiresAt: number } | { verdict: 'wrong' | 'expired' }

/** `<id>.<secret>`: the document is found by its id, so that no query compares secrets. */
const form = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{32,64})$/

const query = '*[_id == $id && _type == "sanity.previewUrlSecret"][0]{secret, _updatedAt}'

/**
 * The Studio writes the secret into a draft: only editors can write it, and only a token can read it. `client` needs
 * that token; `now` is in milliseconds. Rejects when the content does not answer.
 */
export async function verifySecret(client: SanityClient, given: string, now: number): Promise<SecretVerdict> {
  const [, id, secret] = form.exec(given) ?? []
  if (id === undefined || secret === undefined) return { verdict: 'wrong' }
  const found = await client.fetch<{ secret?: unknown; _updatedAt: string } | null>(query, {
    id: `drafts.${id}`,
  })
  if (typeof found?.secret !== 'string' || !timingSafeEqual(digest(secret), digest(found.secret)))
    return { verdict: 'wrong' }
  // Set by the Content Lake; a client cannot choose it.
  const expiresAt = Date.parse(found._updatedAt) + lifetime
  return expiresAt > now ? { verdict: 'good', expiresAt } : { verdict: 'expired' }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

import type { SanityClient } from '@sanity/client'
import { createHash, timingSafeEqual } from 'node:crypto'

/** How long a link of the Studio's opens previews, in milliseconds. */
export const lifetime = 60 * 60_000

export type SecretVerdict = { verdict: 'good'; expiresAt: number } | { verdict: 'wrong' | 'expired' }

/** `<id>.<secret>`: the document that holds the secret is found by its id, so that no query compares secrets. */
const form = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{32,64})$/

const query = '*[_id == $id && _type == "sanity.previewUrlSecret"][0]{secret, _updatedAt}'

/**
 * Judges the secret of a preview's link. The Studio writes it into a draft, which nobody can who may not write to the
 * content, and nobody without a token can read. `client` has a token and sees raw documents; `now` is in milliseconds.
 * Rejects where the content does not answer.
 */
export async function judgeSecret(client: SanityClient, given: string, now: number): Promise<SecretVerdict> {
  const [, id, secret] = form.exec(given) ?? []
  if (id === undefined || secret === undefined) return { verdict: 'wrong' }
  const found = await client.fetch<{ secret?: unknown; _updatedAt: string } | null>(query, {
    id: `drafts.${id}`,
  })
  if (typeof found?.secret !== 'string' || !isSame(secret, found.secret)) return { verdict: 'wrong' }
  // The Content Lake sets this time, whatever a client says.
  const expiresAt = Date.parse(found._updatedAt) + lifetime
  return expiresAt > now ? { verdict: 'good', expiresAt } : { verdict: 'expired' }
}

/** Compares in a time that tells nothing about where two texts differ. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

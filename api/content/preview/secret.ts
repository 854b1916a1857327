import type { SanityClient } from '@sanity/client'
import { hash, timingSafeEqual } from 'node:crypto'
import { type PreviewScope, secretTypes } from '#domain/content/content-settings.ts'

/** Milliseconds. */
export const lifetime = 60 * 60_000

/** `sharedPath`: the one page that the secret of a shared draft opens. */
export type GoodSecret = { verdict: 'good'; scope: PreviewScope; expiresAt: number; sharedPath?: string }
type SecretVerdict = GoodSecret | { verdict: 'wrong' | 'expired' }

/** `<id>.<secret>`: the document is found by its id, so that no query compares secrets. */
const form = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{32,64})$/

const { preview, sharedDraft } = secretTypes
const shared: string[] = Object.values(sharedDraft)
const types = [...Object.values(preview), ...shared]
const forEvents: string[] = [preview.events, sharedDraft.events]

const query = '*[_id == $id && _type in $types][0]{_type, secret, _updatedAt, path, expiresAt}'

type Found = { _type: string; secret?: unknown; _updatedAt: string; path?: unknown; expiresAt?: unknown }

/**
 * The Studio stores the secret in a draft, which only a token can read. Organisers may write only the types for events.
 * `client` needs that token; `now` is in milliseconds. Rejects when the content does not answer.
 */
export async function verifySecret(client: SanityClient, given: string, now: number): Promise<SecretVerdict> {
  const [, id, secret] = form.exec(given) ?? []
  if (id === undefined || secret === undefined) return { verdict: 'wrong' }
  const found = await client.fetch<Found | null>(query, { id: `drafts.${id}`, types })
  if (typeof found?.secret !== 'string' || !timingSafeEqual(digest(secret), digest(found.secret)))
    return { verdict: 'wrong' }
  const isShared = shared.includes(found._type)
  // `_updatedAt` is set by the Content Lake; a client cannot choose it.
  const expiresAt = isShared ? Date.parse(`${found.expiresAt}`) : Date.parse(found._updatedAt) + lifetime
  if (!(expiresAt > now)) return { verdict: 'expired' }
  const scope = forEvents.includes(found._type) ? 'events' : 'all'
  return { verdict: 'good', scope, expiresAt, ...(isShared && { sharedPath: `${found.path}` }) }
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

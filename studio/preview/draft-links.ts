import type { SanityClient } from '@sanity/client'
import { secretTypes } from '#domain/content/content-settings.ts'
import { storeSecret } from './stored-secret.ts'

/** A link that shows a draft to people without an account until it ends or is revoked. */
export type DraftLink = { id: string; address: string; expiresAt: string }

/** The page of a document, and the site that shows it. */
export type Shared = { documentId: string; path: string; siteUrl: string }

export const defaultDays = 7
export const offeredDays = [1, defaultDays, 30]

const { sharedDraft: types } = secretTypes

const activeLinks = `*[_type in $types && document == $documentId && dateTime(expiresAt) > dateTime(now())]
  | order(expiresAt desc) {_id, secret, expiresAt}`
const endedLinks = '*[_type == $type && dateTime(expiresAt) <= dateTime(now())]'

type Stored = { _id: string; secret: string; expiresAt: string }

export async function listDraftLinks(
  client: SanityClient,
  { documentId, siteUrl }: Shared,
): Promise<DraftLink[]> {
  const stored = await client.fetch<Stored[]>(activeLinks, { documentId, types: Object.values(types) })
  return stored.map(({ _id, secret, expiresAt }) => ({
    id: _id,
    address: toAddress(siteUrl, `${_id.replace(/^drafts\./, '')}.${secret}`),
    expiresAt,
  }))
}

/** Returns its address. */
export async function makeDraftLink(
  client: SanityClient,
  { documentId, path, siteUrl }: Shared,
  { days, userId, now }: { days: number; userId: string | undefined; now: Date },
): Promise<string> {
  const expiresAt = new Date(now.getTime() + days * 86_400_000).toISOString()
  const type = path.startsWith('/event/') ? types.events : types.all
  const stored = await storeSecret(client, {
    _type: type,
    document: documentId,
    path,
    expiresAt,
    userId,
  })
  // If this fails, the next link deletes them.
  void client.delete({ query: endedLinks, params: { type } }).catch(() => {})
  return toAddress(siteUrl, stored)
}

export async function revokeDraftLink(client: SanityClient, { id }: DraftLink): Promise<void> {
  await client.delete(id)
}

function toAddress(siteUrl: string, secret: string): string {
  return `${siteUrl}/api/preview/shared?${new URLSearchParams({ secret })}`
}

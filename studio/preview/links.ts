import type { SanityClient } from '@sanity/client'
import { secretTypes } from '#domain/content/content-settings.ts'

const { sharedDraft: types } = secretTypes

/** How long the site accepts the link of a preview, in milliseconds. */
export const previewLifetime = 60 * 60_000
const previewIsOver = `dateTime(_updatedAt) <= dateTime(now()) - ${previewLifetime / 1000}`
const sharedIsOver = 'dateTime(expiresAt) <= dateTime(now())'

type Preview = {
  siteUrl: string
  path: string
  perspective: string
  type: string
  userId: string | undefined
}

/** The address of a preview. Rejects if the Content Lake refuses to store its secret. */
export async function makePreviewLink(
  client: SanityClient,
  { siteUrl, path, perspective, type, userId }: Preview,
): Promise<string> {
  const fields = { _type: type, source: 'preview', studioUrl: globalThis.location.href, userId }
  const secret = await storeSecret(client, fields, previewIsOver)
  return `${siteUrl}/api/preview?${new URLSearchParams({ path, perspective, secret })}`
}

/** A link that shows a draft to people without an account until it ends or is revoked. */
export type DraftLink = { id: string; address: string; expiresAt: string }

const activeLinks = `*[_type in $types && document == $documentId && !(${sharedIsOver})]
  | order(expiresAt desc) {_id, secret, expiresAt}`

export async function listDraftLinks(
  client: SanityClient,
  { documentId, siteUrl }: { documentId: string; siteUrl: string },
): Promise<DraftLink[]> {
  const params = { documentId, types: Object.values(types) }
  const stored = await client.fetch<{ _id: string; secret: string; expiresAt: string }[]>(activeLinks, params)
  return stored.map(({ _id, secret, expiresAt }) => ({
    id: _id,
    address: toAddress(siteUrl, `${_id.replace(/^drafts\./, '')}.${secret}`),
    expiresAt,
  }))
}

/** The page of a document, and how long a link shows it. */
type Share = { siteUrl: string; documentId: string; path: string; days: number; userId: string | undefined }

/** Returns its address. */
export async function makeDraftLink(
  client: SanityClient,
  { siteUrl, documentId, path, days, userId }: Share,
): Promise<string> {
  const expiresAt = new Date(Date.now() + days * 86_400_000).toISOString()
  const _type = path.startsWith('/event/') ? types.events : types.all
  const fields = { _type, document: documentId, path, expiresAt, userId }
  return toAddress(siteUrl, await storeSecret(client, fields, sharedIsOver))
}

function toAddress(siteUrl: string, secret: string): string {
  return `${siteUrl}/api/preview/shared?${new URLSearchParams({ secret })}`
}

/**
 * Stores a new secret in a draft, which only editors can write and only a token can read, and deletes the earlier ones of
 * its type for which `isOver` holds, a condition in GROQ. Returns `<id>.<secret>`, for a link.
 */
async function storeSecret(
  client: SanityClient,
  fields: { _type: string; [name: string]: unknown },
  isOver: string,
): Promise<string> {
  const id = crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  const secret = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  await client.createOrReplace({ _id: `drafts.${id}`, secret, ...fields })
  // If this fails, the next link deletes them.
  const query = `*[_type == $type && ${isOver}]`
  void client.delete({ query, params: { type: fields._type } }).catch(() => {})
  return `${id}.${secret}`
}

import type { SanityClient } from '@sanity/client'
import { singletonTypes } from '#domain/pages/pages.ts'
import type { PageRevision } from './page-receipts.ts'

type Found = { _id: string; _type: string; _rev: string; _updatedAt: string }

const patience = 2_000

/** Rejects where the content does not answer soon. */
export async function readPages(client: SanityClient): Promise<PageRevision[]> {
  const signal = AbortSignal.timeout(patience)
  const query = '*[_type in $types]{_id, _type, _rev, _updatedAt}'
  const found = await client.fetch<Found[]>(query, { types: singletonTypes }, { signal })
  return found.map(({ _id, _type, _rev, _updatedAt }) => ({
    documentId: _id,
    documentType: _type,
    revision: _rev,
    updatedAt: new Date(_updatedAt),
    isRemoved: false,
  }))
}

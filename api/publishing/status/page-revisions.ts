import type { SanityClient } from '@sanity/client'
import { singletonTypes } from '#domain/pages/pages.ts'

export type PageRevision = {
  documentId: string
  revision: string
  /** By the content's clock. */
  updatedAt: Date
}

type Found = { _id: string; _rev: string; _updatedAt: string }

const timeout = 2_000

/** Reads the revisions of all pages' documents. Rejects if the content does not answer within 2 s. */
export async function readPageRevisions(client: SanityClient): Promise<PageRevision[]> {
  const signal = AbortSignal.timeout(timeout)
  const query = '*[_type in $types]{_id, _rev, _updatedAt}'
  const found = await client.fetch<Found[]>(query, { types: singletonTypes }, { signal })
  return found.map(({ _id, _rev, _updatedAt }) => ({
    documentId: _id,
    revision: _rev,
    updatedAt: new Date(_updatedAt),
  }))
}

import type { SanityClient } from '@sanity/client'
import { singletonTypes } from '#domain/pages/pages.ts'

const timeout = 2_000

/** The revisions of all pages' documents, by id. Rejects if the content does not answer within 2 s. */
export async function readPageRevisions(client: SanityClient): Promise<Map<string, string>> {
  const signal = AbortSignal.timeout(timeout)
  const query = '*[_type in $types]{_id, _rev}'
  const found = await client.fetch<{ _id: string; _rev: string }[]>(
    query,
    { types: singletonTypes },
    { signal },
  )
  return new Map(found.map(({ _id, _rev }) => [_id, _rev]))
}

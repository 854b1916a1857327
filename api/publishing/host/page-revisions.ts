import type { SanityClient } from '@sanity/client'
import { singletonTypes } from '#domain/pages/pages.ts'
import { findStage, hasPassed, type LoopDates } from '#domain/programme/dates.ts'

/** Milliseconds. */
const timeout = 2_000

/**
 * The revisions of all pages' documents, by id, and the stage of the applications, which pages show. Rejects if the content
 * does not answer within 2 s.
 */
export async function readPageRevisions(client: SanityClient): Promise<Map<string, string>> {
  const signal = AbortSignal.timeout(timeout)
  const query = '*[_type in $types]{_id, _rev, opens, closes, nextOpens}'
  const found = await client.fetch<({ _id: string; _rev: string } & LoopDates)[]>(
    query,
    { types: singletonTypes },
    { signal },
  )
  const dates = found.find(({ _id }) => _id === 'programme')
  const stage = findStage(dates ?? {}, (day) => hasPassed(day, new Date()))
  return new Map([...found.map(({ _id, _rev }) => [_id, _rev] as const), ['stage', stage?.name ?? '']])
}

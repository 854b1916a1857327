import { compareImport, type ImportItem, type StoredEvent } from '#domain/import/compare.ts'
import { findVenue, isAddressOf, type KnownVenue } from '#domain/import/find-venue.ts'
import type { Found } from '#domain/import/found.ts'
import type { ImportSource, Plan } from '#domain/import/plan.ts'

/** The part of Sanity’s client that an import needs. It reads drafts (perspective `raw`) and may write. */
export type ImportClient = {
  fetch: <Result>(query: string, params: Record<string, unknown>) => Promise<Result>
  mutate: (mutations: never[]) => Promise<unknown>
}

const query = `{
  "source": *[_id == $source][0],
  "own": *[_type == "event" && imported.source == $source],
  "others": *[_type == "event" && imported.source != $source && date >= $from && date <= $until]{
    _id, _type, _rev, title, date, location, url
  },
  "venues": *[_type == "venue" && defined(name) && !(_id in path("drafts.**")) && !(_id in path("versions.**"))]{ _id, name, address }
}`

type Loaded = { source: ImportSource | null; own: StoredEvent[]; others: StoredEvent[]; venues: KnownVenue[] }

/** Compares the found events with those in Sanity. */
export async function loadAndCompare(
  client: ImportClient,
  found: Found,
  now: Date,
): Promise<{ items: ImportItem[]; stored: ImportSource | undefined }> {
  const from = new Date(now.getTime() - 2 * 86_400_000).toISOString()
  const { source, own, others, venues } = await client.fetch<Loaded>(query, {
    source: found.source,
    from,
    until: found.until,
  })
  const remembered = { known: source?.known ?? '', ignored: source?.ignored ?? [] }
  return {
    items: compareImport(placeEvents(found, venues), { own, others, remembered, now }),
    stored: source ?? undefined,
  }
}

function placeEvents(found: Found, venues: readonly KnownVenue[]): Found {
  const events = found.events.map((event) => {
    const venue = findVenue(event.fields, venues)
    if (!venue) return event
    const venueRef = { _type: 'reference' as const, _ref: venue._id }
    const { address, ...fields } = event.fields
    const own = address === undefined || isAddressOf(venue, address) ? {} : { address }
    return { ...event, venue: venue.name, fields: { ...fields, ...own, venueRef } }
  })
  return { ...found, events }
}

const isMeanwhile = (error: unknown) =>
  [404, 409].includes((error as { statusCode?: number }).statusCode ?? 0)

/**
 * Writes one transaction after the other; the error of a failed one says how many were written before. A query checks
 * the revisions of published events first, because a mutation with `ifRevisionID` would change the events.
 */
export async function writePlan(
  client: ImportClient,
  { transactions, assumed }: Pick<Plan, 'transactions' | 'assumed'>,
): Promise<void> {
  const ids = assumed.map(({ id }) => id)
  const published =
    ids.length === 0
      ? []
      : await client.fetch<Array<{ _id: string; _rev: string }>>('*[_id in $ids]{_id, _rev}', { ids })
  const revisions = new Map(published.map(({ _id, _rev }) => [_id, _rev]))
  if (assumed.some(({ id, revision }) => (revisions.get(id) ?? null) !== revision))
    throw new Error(describeFailure('Nothing was written', changedMeanwhile))
  for (const [index, mutations] of transactions.entries()) {
    try {
      await client.mutate(mutations as never[])
    } catch (error) {
      const before =
        index === 0 ? 'Nothing was written' : `${index} of ${transactions.length} parts were written`
      const reason = isMeanwhile(error) ? changedMeanwhile : (error as Error).message
      throw new Error(describeFailure(before, reason), { cause: error })
    }
  }
}

const changedMeanwhile = 'an event has changed since the comparison'

function describeFailure(before: string, reason: string): string {
  return `${before}: ${reason}. Compare and import again; nothing is written twice.`
}

import { compareImport, type ImportItem, type StoredEvent } from '#domain/import/compare.ts'
import { findVenue, isAddressOf, type KnownVenue } from '#domain/import/find-venue.ts'
import {
  describeColumnFault,
  type Found,
  type ReadSettings,
  type SourceSettings,
} from '#domain/import/found.ts'
import { type Decision, type ImportSource, type Plan, planImport } from '#domain/import/plan.ts'

/** The part of Sanity’s client that an import needs. It reads drafts (perspective `raw`) and may write. */
export type ImportClient = {
  fetch: <Result>(query: string, params: Record<string, unknown>) => Promise<Result>
  mutate: (mutations: never[]) => Promise<unknown>
}

const query = `{
  "source": *[_id == $source][0],
  "own": *[_type == "event" && imported.source == $source && !(_id in path("versions.**"))],
  "others": *[
    _type == "event" && imported.source != $source && date >= $from && date <= $until && !(_id in path("versions.**"))
  ]{
    _id, _type, _rev, title, date, location, url
  },
  "venues": *[_type == "venue" && defined(name) && !(_id in path("drafts.**")) && !(_id in path("versions.**"))]{ _id, name, address }
}`

type Loaded = { source: ImportSource | null; own: StoredEvent[]; others: StoredEvent[]; venues: KnownVenue[] }

export type Preview = {
  /** Of the source. */
  name: string
  found: Found
  items: ImportItem[]
  stored: ImportSource | undefined
  /** As the source was read. */
  settings: ReadSettings
  /** With wrong columns, events would look deleted or lose fields: there are no items, and nothing can be written. */
  columnFault: string | undefined
}

type PreviewOptions = {
  now: Date
  /** Override the settings that the source’s document has. */
  given?: ReadSettings
  /** The source’s document, if it is known before the source is read. */
  known?: Partial<ImportSource> | null | undefined
  /** For a new source that has no name of its own. */
  fileName?: string | undefined
}

/** Reads a source with the settings in its document, and compares its events with those in Sanity. */
export async function previewImport(
  client: ImportClient,
  read: (settings: SourceSettings) => Promise<Found>,
  { now, given = {}, known, fileName = 'File' }: PreviewOptions,
): Promise<Preview> {
  const settings = { ...readSettings(known ?? {}), ...given }
  const found = await read({ ...settings, kind: known?.kind })
  const from = new Date(now.getTime() - 2 * 86_400_000).toISOString()
  const { source, own, others, venues } = await client.fetch<Loaded>(query, {
    source: found.source,
    from,
    until: found.until,
  })
  if (source && !known && isReadOtherwise(source, found, given))
    return previewImport(client, read, { now, given, known: source, fileName })
  const host = found.address === undefined ? fileName : new URL(found.address).host
  const name = source?.name ?? found.name ?? host
  const columnFault = describeColumnFault(found.table)
  const placed = placeEvents(found, venues)
  const items = columnFault === undefined ? compareImport(placed, { own, others, source, now }) : []
  return { name, found, items, stored: source ?? undefined, settings, columnFault }
}

function readSettings({ zone, mapping, dateOrder }: Partial<ImportSource>): ReadSettings {
  return { zone, mapping: mapping ? (JSON.parse(mapping) as ReadSettings['mapping']) : undefined, dateOrder }
}

function isReadOtherwise(source: ImportSource, { kind }: Found, given: ReadSettings): boolean {
  const own = Object.entries(readSettings(source))
  return (
    (source.kind !== undefined && source.kind !== kind) ||
    own.some(([name, value]) => value !== undefined && !(name in given))
  )
}

export type Choices = {
  decisions?: ReadonlyMap<string, Decision>
  skipped?: ReadonlySet<string>
  /** A new name for the source. */
  name?: string | undefined
  hourly?: boolean | undefined
  /** The name of the person who imports. */
  by?: string | undefined
  /** Leaves the settings in the source’s document as they are: an editor may have changed them meanwhile. */
  keepsSettings?: boolean
}

/** Writes the drafts of a preview. */
export async function writeImport(
  client: ImportClient,
  { name, found, items, stored, settings, columnFault }: Preview,
  { decisions = new Map(), skipped, hourly, by, keepsSettings, now, ...choices }: Choices & { now: Date },
): Promise<Plan> {
  if (columnFault !== undefined) throw new Error(columnFault)
  const { address } = found
  const { zone, mapping, dateOrder = found.table?.provenOrder } = settings
  const source = {
    _id: found.source,
    name: choices.name ?? name,
    known: stored?.known,
    ignored: stored?.ignored,
    ...(!keepsSettings && { address, hourly, zone, mapping: mapping && JSON.stringify(mapping), dateOrder }),
  }
  const chosen = items.filter(({ id }) => !skipped?.has(id))
  const plan = planImport(found, chosen, { source, decisions, now, by })
  await writePlan(client, plan)
  return plan
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

/**
 * Writes one transaction after the other. The error of a failed one says how many were written before. Checks the
 * revisions of published events with a query: a mutation with `ifRevisionID` would change the events.
 */
export async function writePlan(
  client: ImportClient,
  { transactions, assumed }: Pick<Plan, 'transactions' | 'assumed'>,
): Promise<void> {
  const ids = assumed.map(({ id }) => id)
  const published = await client.fetch<Array<Pick<StoredEvent, '_id' | '_rev'>>>(
    '*[_id in $ids]{_id, _rev}',
    { ids },
  )
  const revisions = new Map(published.map(({ _id, _rev }) => [_id, _rev]))
  if (assumed.some(({ id, revision }) => (revisions.get(id) ?? null) !== revision))
    throw new Error(describeFailure('Nothing was written', changedMeanwhile))
  for (const [index, mutations] of transactions.entries()) {
    try {
      await client.mutate(mutations as never[])
    } catch (error) {
      const before =
        index === 0 ? 'Nothing was written' : `${index} of ${transactions.length} parts were written`
      const { statusCode = 0, message } = error as Error & { statusCode?: number }
      const reason = [404, 409].includes(statusCode) ? changedMeanwhile : message
      throw new Error(describeFailure(before, reason), { cause: error })
    }
  }
}

const changedMeanwhile = 'an event has changed since the comparison'

function describeFailure(before: string, reason: string): string {
  return `${before}: ${reason}. Compare and import again; nothing is written twice.`
}

import type { SanityClient } from '@sanity/client'
import { recordTypes } from '#domain/pages/pages.ts'
import { claimLock, type Database } from '../database/open.ts'
import { readEventDocument, toEventId } from '../events/event-document.ts'
import { deleteRemovals, isRemoved, listRemovals } from '../events/removal-queries.ts'
import {
  listSyncedEvents,
  removeSyncedEvents,
  type SyncedEvent,
  upsertSyncedEvents,
} from '../events/sync-queries.ts'
import { describeRefusal, isRefusedValue } from '../runtime/postgres-errors.ts'
import {
  type ContentFault,
  deleteContentFaults,
  deleteObsoleteFaults,
  listContentFaults,
  upsertContentFault,
} from './fault-queries.ts'
import { describeWithheld, isSuspicious } from './suspicious-removal.ts'
import { sweepVenues } from './sweep-venues.ts'

/**
 * `published` counts documents, `written` and `removed` rows. `faults` are documents that cannot have a row. `withheld`
 * says in one sentence what was not removed, and the way out.
 */
type Sweep = {
  published: number
  written: number
  removed: number
  withheld?: string | undefined
  faults: Fault[]
}
type Fault = { documentId: string; reason: string }

type Listed = { _id: string; _rev: string; _updatedAt: string }
type Document = Listed & Record<string, unknown>

/** Documents per request and rows per statement. A statement may take 5 s and locks its rows meanwhile. */
const batchSize = 100
/** Ids per URL. */
const maxIdsPerUrl = 40
/** Timeout of a request to the content, in milliseconds. */
const timeoutMs = 30_000
const sweepLock = 4210004

/**
 * Updates the calendar from the published events and their venues. Undefined if another process is doing it. Removes
 * many events or venues at once (`isSuspicious`) only with `accepts`. Rejects with the error of the content or the
 * database, or with `signal`'s reason; rows written by then stay.
 */
export async function sweepEvents(
  { sql, url }: { sql: Database; url: string },
  client: SanityClient,
  { signal, accepts = false }: { signal?: AbortSignal; accepts?: boolean } = {},
): Promise<Sweep | undefined> {
  await using claim = await claimLock(url, sweepLock)
  if (!claim) return undefined
  // Read before the content, so that the content is the newer of the two.
  const [rows, removals, faults] = [
    await listSyncedEvents(sql),
    await listRemovals(sql),
    await listContentFaults(sql),
  ]
  const content = readContent(client, signal)
  const known = new Map(faults.map((fault) => [fault.documentId, fault]))
  const venues = await sweepVenues(sql, {
    list: content.listVenues,
    get: content.get,
    known,
    removals,
    accepts,
  })
  const published = await content.list()

  const ids = new Set(published.map(({ _id }) => _id))
  const missing = new Set(
    [...rows, ...faults].map(({ documentId }) => documentId).filter((id) => !ids.has(id)),
  )
  const isBack = ({ _id, _updatedAt }: Listed) => isRemoved(removals, toEventId(_id), _updatedAt)
  const back = published.filter(isBack)
  // The query index may lag behind; reads by id do not.
  const present = await content.get([...missing, ...back.map(({ _id }) => _id)])

  const isGone = ({ documentId }: { documentId: string }) =>
    missing.has(documentId) && !present.has(documentId)
  const gone = rows.filter(isGone)
  const isWithheld = !accepts && isSuspicious(gone, rows)
  const removed = isWithheld
    ? 0
    : await removeSyncedEvents(
        sql,
        gone.map(({ id, updatedAt }) => ({ id, removedAt: updatedAt.toISOString() })),
      )
  if (!isWithheld) await deleteObsoleteFaults(sql, faults.filter(isGone))
  const presentEvents = [...present.values()].filter(({ _type }) => _type === 'event')
  const restored = presentEvents.filter(isBack)
  await deleteRemovals(
    sql,
    removals,
    restored.map(({ _id }) => toEventId(_id)),
  )

  const revisions = new Map(rows.map(({ id, revision }) => [id, revision]))
  const changed = published.filter(
    (listed) => !isBack(listed) && revisions.get(toEventId(listed._id)) !== listed._rev,
  )
  const withheldEvents = isWithheld ? `${gone.length} of ${rows.length} events` : undefined
  const withheld = describeWithheld(withheldEvents, venues.withheld)
  const swept: Sweep = { published: published.length, written: 0, removed, withheld, faults: venues.faults }
  const take = async (documents: Document[]) => {
    const taken = await writeDocuments(sql, documents, known)
    swept.written += taken.written
    swept.faults.push(...taken.faults)
  }
  await take(restored)
  for (const batch of toBatches(changed, batchSize))
    await take(await content.read(batch.map(({ _id }) => _id)))
  return swept
}

function readContent(client: SanityClient, signal?: AbortSignal) {
  const options = () => ({
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
  })
  return {
    list: () => client.fetch<Listed[]>('*[_type == "event"]{_id, _rev, _updatedAt}', {}, options()),
    listVenues: () => client.fetch<Document[]>('*[_type == "venue"]', {}, options()),
    read: (ids: string[]) => client.fetch<Document[]>('*[_id in $ids]', { ids }, options()),
    /** The existing documents, by id. Bypasses the query index. */
    get: async (ids: string[]) => {
      const found = new Map<string, Document>()
      for (const batch of toBatches(ids, maxIdsPerUrl)) {
        for (const document of await client.getDocuments<Document>(batch, options())) {
          if (document && recordTypes.includes(document._type)) found.set(document._id, document as Document)
        }
      }
      return found
    },
  }
}

function toBatches<Item>(items: Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

/** Writes the rows of the documents, or a fault for a document that cannot have one. */
async function writeDocuments(
  sql: Database,
  documents: Document[],
  known: ReadonlyMap<string, ContentFault>,
): Promise<{ written: number; faults: Fault[] }> {
  const readings = documents.map((document) => ({ document, ...readEventDocument(document) }))
  const events = readings.flatMap((reading) => ('event' in reading ? [reading.event] : []))
  const { written, refused } = await writeEvents(sql, events)
  await deleteContentFaults(
    sql,
    events
      .filter(({ contentId }) => !refused.has(contentId))
      .map(({ contentId, contentUpdatedAt }) => ({ documentId: contentId, updatedAt: contentUpdatedAt })),
  )
  const faults: Fault[] = []
  for (const { document, ...reading } of readings) {
    const reason = 'fault' in reading ? reading.fault : refused.get(document._id)
    if (reason === undefined) continue
    const { _id: documentId, _rev: revision, _updatedAt: updatedAt } = document
    faults.push({ documentId, reason })
    const last = known.get(documentId)
    if (last?.revision === revision && last.reason === reason) continue
    // If not even the document's id or revision can be stored, the log has the reason.
    await upsertContentFault(sql, { documentId, revision, reason, updatedAt }).catch((error: unknown) => {
      if (!isRefusedValue(error)) throw error
    })
  }
  return { written, faults }
}

/** In one statement, or row by row if the database refuses that. `refused` has the reasons by document. */
async function writeEvents(sql: Database, events: SyncedEvent[]) {
  const refused = new Map<string, string>()
  let written = 0
  try {
    return { written: await upsertSyncedEvents(sql, events), refused }
  } catch (error) {
    if (!isRefusedValue(error)) throw error
  }
  for (const event of events) {
    try {
      written += await upsertSyncedEvents(sql, [event])
    } catch (error) {
      if (!isRefusedValue(error)) throw error
      refused.set(event.contentId, describeRefusal(error))
    }
  }
  return { written, refused }
}

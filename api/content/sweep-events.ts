import type { SanityClient } from '@sanity/client'
import type { Database } from '../database/open.ts'
import {
  deleteContentFaults,
  deleteContentFaultsExcept,
  upsertContentFault,
} from '../queries/content-faults.ts'
import {
  claimSweep,
  forgetRemovals,
  listSyncedRevisions,
  removeSyncedEvents,
  upsertSyncedEvents,
} from '../queries/synced-events.ts'
import { readEventDocument } from './event-document.ts'
import { toEventId } from './event-id.ts'

/** What a sweep found and did: documents published, rows written, rows removed, documents that can have no row. */
export type Sweep = { published: number; written: number; removed: number; faults: Fault[] }
type Fault = { documentId: string; reason: string }

/** So many documents are read in one request, and written in one statement. */
const batch = 500

/**
 * Compares the events that the content has published with those of the calendar and mends the calendar: what was
 * never told, or told while nobody listened, is written or removed. Answers undefined where another process is at it.
 * Rejects with the content's error or the database's; what is mended by then stays mended.
 */
export async function sweepEvents(sql: Database, client: SanityClient): Promise<Sweep | undefined> {
  return sql.begin(async (transaction) => {
    if (!(await claimSweep(transaction))) return undefined
    const published = await client.fetch<{ at: string; events: Array<{ _id: string; _rev: string }> }>(
      '{"at": now(), "events": *[_type == "event"]{_id, _rev}}',
    )
    const present = new Set(published.events.map(({ _id }) => toEventId(_id)))
    const synced = await listSyncedRevisions(transaction)
    const gone = [...synced.keys()].filter((id) => !present.has(id))
    const removed = await removeSyncedEvents(transaction, gone, published.at)
    await forgetRemovals(transaction, [...present], published.at)
    await deleteContentFaultsExcept(
      transaction,
      published.events.map(({ _id }) => _id),
    )

    const changed = published.events.filter(({ _id, _rev }) => synced.get(toEventId(_id)) !== _rev)
    const faults: Fault[] = []
    let written = 0
    for (let start = 0; start < changed.length; start += batch) {
      const ids = changed.slice(start, start + batch).map(({ _id }) => _id)
      const documents = await client.fetch<Array<{ _id: string; _rev: string }>>('*[_id in $ids]', { ids })
      const readings = documents.map((document) => ({ ...document, ...readEventDocument(document) }))
      const events = readings.flatMap((reading) => ('event' in reading ? [reading.event] : []))
      written += await upsertSyncedEvents(transaction, events)
      await deleteContentFaults(
        transaction,
        events.map(({ contentId }) => contentId),
      )
      for (const { _id: documentId, _rev: revision, ...reading } of readings) {
        if (!('fault' in reading)) continue
        faults.push({ documentId, reason: reading.fault })
        await upsertContentFault(transaction, { documentId, revision, reason: reading.fault })
      }
    }
    return { published: published.events.length, written, removed, faults }
  })
}

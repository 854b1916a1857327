import type { Database } from '../database/open.ts'
import { deleteContentFaults, upsertContentFault } from '../queries/content-faults.ts'
import { insertContentChange } from '../queries/content-changes.ts'
import { hasNewerEvent, removeSyncedEvents, upsertSyncedEvents } from '../queries/synced-events.ts'
import { readEventDocument } from './event-document.ts'
import { toEventId } from './event-id.ts'
import type { ContentMessage } from './webhook.ts'

/** What became of a change: `known` was told before, `faulty` is noted and shown to nobody. */
export type Taken = { outcome: 'taken' | 'known' } | { outcome: 'faulty'; reason: string }

/**
 * Takes over a change of the content, whole or not at all: notes it, which tells every process to render, and puts an
 * event into the calendar or out of it. Told twice, or late, it changes nothing. An event that can have no row leaves
 * the calendar as it was. It is on disk when this resolves; rejects with the database's error.
 */
export async function takeChange(sql: Database, delivery: string, message: ContentMessage): Promise<Taken> {
  return sql.begin(async (transaction) => {
    const isNew = await insertContentChange(transaction, { delivery, ...message })
    if (!isNew) return { outcome: 'known' }
    const { documentId, documentType, revision, document } = message
    if (documentType === 'event' && document) {
      const read = readEventDocument(document)
      if ('fault' in read) {
        // A fault that is told late was mended since.
        if (!(await hasNewerEvent(transaction, documentId, message.updatedAt)))
          await upsertContentFault(transaction, { documentId, revision, reason: read.fault })
        return { outcome: 'faulty', reason: read.fault }
      }
      await upsertSyncedEvents(transaction, [read.event])
    } else if (documentType === 'event') {
      await removeSyncedEvents(transaction, [toEventId(documentId)], message.updatedAt)
    }
    await deleteContentFaults(transaction, [documentId])
    return { outcome: 'taken' }
  })
}

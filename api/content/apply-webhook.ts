import type { Database } from '../database/open.ts'
import { readEventDocument, toEventId } from '../events/event-document.ts'
import { describeRefusal, isRefusedValue } from '../runtime/postgres-errors.ts'
import {
  type ContentChange,
  insertContentChange,
  insertEventChange,
  insertEventRemoval,
  insertFaultyChange,
} from './change-queries.ts'
import type { ContentMessage } from './webhook.ts'

/** `known`: delivered before. `faulty`: stored, but the document cannot be shown. */
type Taken = { outcome: 'taken' | 'known' } | { outcome: 'faulty'; reason: string }

/**
 * Stores a change of the content, which notifies every process, and writes or removes the event's row, in one
 * transaction. Repeated and outdated changes have no effect. A faulty event leaves the calendar unchanged. Rejects
 * only with errors of the database that are worth a retry.
 */
export async function applyWebhook(sql: Database, delivery: string, message: ContentMessage): Promise<Taken> {
  const change = { delivery, ...message }
  const { documentType, documentId, document } = message
  const read = documentType === 'event' && document ? readEventDocument(document) : undefined
  if (read && 'fault' in read) return takeFault(sql, change, read.fault)
  try {
    const isNew = read
      ? await insertEventChange(sql, change, read.event)
      : documentType === 'event'
        ? await insertEventRemoval(sql, change, toEventId(documentId))
        : await insertContentChange(sql, change)
    return { outcome: isNew ? 'taken' : 'known' }
  } catch (error) {
    if (!isRefusedValue(error)) throw error
    return takeFault(sql, change, describeRefusal(error))
  }
}

async function takeFault(sql: Database, change: ContentChange, reason: string): Promise<Taken> {
  try {
    const isNew = await insertFaultyChange(sql, change, reason)
    return isNew ? { outcome: 'faulty', reason } : { outcome: 'known' }
  } catch (error) {
    // Not even the document's id or revision can be stored; the log has the reason.
    if (!isRefusedValue(error)) throw error
    return { outcome: 'faulty', reason }
  }
}

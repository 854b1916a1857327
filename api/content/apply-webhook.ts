import type { Database } from '../database/open.ts'
import { readEventDocument, toEventId } from '../events/event-document.ts'
import { readVenueDocument } from '../events/venue-document.ts'
import { describeRefusal, isRefusedValue } from '../runtime/postgres-errors.ts'
import {
  type ContentChange,
  insertContentChange,
  insertEventChange,
  insertEventRemoval,
  insertFaultyChange,
  insertVenueChange,
  insertVenueRemoval,
} from './change-queries.ts'
import type { ContentMessage } from './webhook.ts'

/** `known`: delivered before. `faulty`: stored, but the document cannot be shown. */
type WebhookOutcome = { outcome: 'taken' | 'known' } | { outcome: 'faulty'; reason: string }

/**
 * Stores a change of the content, which notifies every process, and writes or removes the row of an event or venue, in
 * one transaction. Repeated and outdated changes have no effect. A faulty event or venue leaves the calendar unchanged.
 * Rejects only with errors of the database that are worth a retry.
 */
export async function applyWebhook(
  sql: Database,
  delivery: string,
  message: ContentMessage,
): Promise<WebhookOutcome> {
  const change = { delivery, ...message }
  const read = readRecord(message)
  if (read && 'fault' in read) return recordFault(sql, change, read.fault)
  try {
    const isNew = read ? await insertRecord(sql, change, read) : await insertWithoutRecord(sql, change)
    return { outcome: isNew ? 'taken' : 'known' }
  } catch (error) {
    if (!isRefusedValue(error)) throw error
    return recordFault(sql, change, describeRefusal(error))
  }
}

function readRecord({ documentType, document }: ContentMessage) {
  if (!document) return undefined
  if (documentType === 'event') return readEventDocument(document)
  return documentType === 'venue' ? readVenueDocument(document) : undefined
}

type Records = Exclude<NonNullable<ReturnType<typeof readRecord>>, { fault: string }>

function insertRecord(sql: Database, change: ContentChange, read: Records): Promise<boolean> {
  return 'event' in read
    ? insertEventChange(sql, change, read.event)
    : insertVenueChange(sql, change, read.venue)
}

/** A removal, or a change of a page's document. */
function insertWithoutRecord(sql: Database, change: ContentChange): Promise<boolean> {
  const { documentType, documentId } = change
  if (documentType === 'event') return insertEventRemoval(sql, change, toEventId(documentId))
  return documentType === 'venue' ? insertVenueRemoval(sql, change) : insertContentChange(sql, change)
}

async function recordFault(sql: Database, change: ContentChange, reason: string): Promise<WebhookOutcome> {
  try {
    const isNew = await insertFaultyChange(sql, change, reason)
    return isNew ? { outcome: 'faulty', reason } : { outcome: 'known' }
  } catch (error) {
    // Not even the document's id or revision can be stored; the log has the reason.
    if (!isRefusedValue(error)) throw error
    return { outcome: 'faulty', reason }
  }
}

import { describeRefusal, isRefusedValue } from '../database/faults.ts'
import type { Database } from '../database/open.ts'
import {
  type ContentChange,
  insertContentChange,
  insertEventChange,
  insertEventRemoval,
  insertFaultyChange,
} from '../queries/content-changes.ts'
import { readEventDocument } from './event-document.ts'
import { toEventId } from './event-id.ts'
import type { ContentMessage } from './webhook.ts'

/** What became of a change: `known` was told before, `faulty` is noted and shown to nobody. */
export type Taken = { outcome: 'taken' | 'known' } | { outcome: 'faulty'; reason: string }

/**
 * Takes over a change of the content, whole or not at all: notes it, which tells every process, and puts an event into
 * the calendar or out of it. Told twice, or late, it changes nothing. An event that can have no row leaves the calendar
 * as it was; so does one that the database refuses. The change is on disk when this resolves. Rejects only with errors
 * of the database that may pass.
 */
export async function takeChange(sql: Database, delivery: string, message: ContentMessage): Promise<Taken> {
  const change = { delivery, ...message }
  const read = message.documentType === 'event' ? readEvent(message) : undefined
  try {
    if (read && 'fault' in read) return await takeFault(sql, change, read.fault)
    const isNew = await insert(sql, change, read)
    return { outcome: isNew ? 'taken' : 'known' }
  } catch (error) {
    if (!isRefusedValue(error)) throw error
    return takeFault(sql, change, describeRefusal(error))
  }
}

type Reading = ReturnType<typeof readEventDocument> | { removed: string }

function readEvent({ documentId, document }: ContentMessage): Reading {
  return document ? readEventDocument(document) : { removed: toEventId(documentId) }
}

function insert(sql: Database, change: ContentChange, read?: Exclude<Reading, { fault: string }>) {
  if (!read) return insertContentChange(sql, change)
  return 'event' in read
    ? insertEventChange(sql, change, read.event)
    : insertEventRemoval(sql, change, read.removed)
}

async function takeFault(sql: Database, change: ContentChange, reason: string): Promise<Taken> {
  try {
    const isNew = await insertFaultyChange(sql, change, reason)
    return isNew ? { outcome: 'faulty', reason } : { outcome: 'known' }
  } catch (error) {
    // Not even the document's id or revision can be stored: then the log alone has the reason.
    if (!isRefusedValue(error)) throw error
    return { outcome: 'faulty', reason }
  }
}

import type { Database } from '../database/open.ts'
import type { RecordRow } from '../events/record-queries.ts'
import { findRecordType, type RecordType } from '../events/records.ts'
import { recordSynced } from '../runtime/observe.ts'
import { describeRefusal, isRefusedValue } from '../runtime/postgres-errors.ts'
import {
  type ContentChange,
  insertContentChange,
  insertFaultyChange,
  insertRecordChange,
  insertRecordRemoval,
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
  const type = findRecordType(message.documentType)
  const read = message.document && type?.read(message.document)
  if (read && 'fault' in read) return recordFault(sql, change, read.fault)
  try {
    const isNew = await insertChange(sql, change, type, read?.row)
    if (isNew && type && message.operation !== 'delete') recordSynced.publish(message)
    return { outcome: isNew ? 'taken' : 'known' }
  } catch (error) {
    if (!isRefusedValue(error)) throw error
    return recordFault(sql, change, describeRefusal(error))
  }
}

function insertChange(
  sql: Database,
  change: ContentChange,
  type: RecordType | undefined,
  row: RecordRow | undefined,
): Promise<boolean> {
  if (!type) return insertContentChange(sql, change)
  const { table } = type
  if (row) return insertRecordChange(sql, change, { table, row })
  return insertRecordRemoval(sql, change, { table, id: type.toId(change.documentId) })
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

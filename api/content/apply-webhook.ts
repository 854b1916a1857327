import type { Database } from '../database/open.ts'
import { readChange } from '../events/records.ts'
import { recordSynced } from '../runtime/observe.ts'
import { describeRefusal, isRefusedValue } from '../runtime/postgres-errors.ts'
import {
  type ContentChange,
  insertContentChange,
  insertFaultyChange,
  insertRecordChange,
} from './change-queries.ts'
import type { ContentMessage } from './webhook.ts'

/** `known`: delivered before. `faulty`: stored, but the document cannot be shown. */
type WebhookOutcome = { outcome: 'taken' | 'known' } | { outcome: 'faulty'; reason: string }

/**
 * Stores a change of the content, which notifies every process, and writes or removes the rows of an event, a venue or the
 * programme's dates, in one transaction. Repeated and outdated changes have no effect. A faulty event or venue leaves the
 * calendar unchanged. Rejects only with errors of the database that are worth a retry.
 */
export async function applyWebhook(
  sql: Database,
  delivery: string,
  message: ContentMessage,
): Promise<WebhookOutcome> {
  const change = { delivery, ...message }
  const rows = readChange(message)
  if (rows && 'fault' in rows) return recordFault(sql, change, rows.fault)
  try {
    const isNew = await (rows ? insertRecordChange(sql, change, rows) : insertContentChange(sql, change))
    if (isNew && rows && message.operation !== 'delete') recordSynced.publish(message)
    return { outcome: isNew ? 'taken' : 'known' }
  } catch (error) {
    if (!isRefusedValue(error)) throw error
    return recordFault(sql, change, describeRefusal(error))
  }
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

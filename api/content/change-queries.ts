import type { Fragment, ISql } from 'postgres'
import { deleteRecords, type RecordRow, type RecordTable, upsertRecords } from '../events/record-queries.ts'
import { deleteFixedFaults, upsertFault } from './fault-queries.ts'

export type ContentChange = {
  /** The delivery's `idempotency-key`. */
  delivery: string
  documentId: string
  documentType: string
  operation: 'create' | 'update' | 'delete'
  /** The document's `_rev` after the change, or before its removal. */
  revision: string
  /** ISO 8601 in UTC, by the content's clock; for a removal, the last change before it. */
  updatedAt: string
}

/** False if the change was recorded before, by this delivery or another one. */
export async function insertContentChange(sql: ISql, change: ContentChange): Promise<boolean> {
  const rows = await recordChange(sql, change)
  return rows.length > 0
}

export function insertRecordChange(
  sql: ISql,
  change: ContentChange,
  { table, row }: { table: RecordTable; row: RecordRow },
): Promise<boolean> {
  const writes = sql`
    written as (${upsertRecords(sql, table, [row], isNew(sql))}),
    mended as (${deleteFixedFaults(sql, [change], isNew(sql))})
  `
  return insertWith(sql, change, writes)
}

export function insertRecordRemoval(
  sql: ISql,
  change: ContentChange,
  { table, id }: { table: RecordTable; id: string },
): Promise<boolean> {
  const writes = sql`
    ${deleteRecords(sql, table, [{ id, removedAt: change.updatedAt }], isNew(sql))},
    mended as (${deleteFixedFaults(sql, [change], isNew(sql))})
  `
  return insertWith(sql, change, writes)
}

export function insertFaultyChange(sql: ISql, change: ContentChange, reason: string): Promise<boolean> {
  const writes = sql`kept as (${upsertFault(sql, { ...change, reason }, isNew(sql))})`
  return insertWith(sql, change, writes)
}

/** In one statement, because a burst of changes would wait for round trips. */
async function insertWith(sql: ISql, change: ContentChange, writes: Fragment): Promise<boolean> {
  const rows = await sql`with noted as (${recordChange(sql, change)}), ${writes} select from noted`
  return rows.length > 0
}

function isNew(sql: ISql) {
  return sql`exists (select from noted)`
}

function recordChange(sql: ISql, change: ContentChange) {
  return sql`
    insert into content_changes (delivery, document_id, document_type, operation, revision, updated_at)
    values (
      ${change.delivery}, ${change.documentId}, ${change.documentType}, ${change.operation}, ${change.revision},
      ${change.updatedAt}
    )
    on conflict do nothing
    returning id
  `
}

/** Deletes changes that are too old to be delivered again. The newest one stays: see `findLastChange`. */
export async function deleteExpiredContentChanges(sql: ISql): Promise<void> {
  await sql`
    delete from content_changes
    where received_at < now() - interval '2 days'
      and id <> (select id from content_changes order by updated_at desc, id desc limit 1)
  `
}

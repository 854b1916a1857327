import type { Fragment, ISql } from 'postgres'
import { deleteRecords, upsertRecords } from '../events/record-queries.ts'
import type { RowChanges } from '../events/records.ts'
import { deleteFixedFaults, upsertFault } from './fault-queries.ts'
import type { ContentMessage } from './webhook.ts'

/** `delivery`: its `idempotency-key`. */
export type ContentChange = Omit<ContentMessage, 'projectId' | 'dataset' | 'document'> & { delivery: string }

/** False if the change was recorded before, by this delivery or another one. */
export async function insertContentChange(sql: ISql, change: ContentChange): Promise<boolean> {
  const rows = await recordChange(sql, change)
  return rows.length > 0
}

/** Writes `rows`, deletes the rows with the ids `gone`. False if the change was recorded before. */
export function insertRecordChange(sql: ISql, change: ContentChange, { table, rows, gone }: RowChanges) {
  const removals = gone.map((id) => ({ id, removedAt: change.updatedAt }))
  const writes = sql`
    written as (${upsertRecords(sql, table, rows, isNew(sql))}),
    ${deleteRecords(sql, table, removals, isNew(sql))},
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

import type { Fragment, ISql } from 'postgres'
import { upsertRemovals } from '../events/removal-queries.ts'
import { deleteEvents, type SyncedEvent, upsertEvents } from '../events/sync-queries.ts'
import { deleteVenue, type SyncedVenue, upsertVenue } from '../events/venue-queries.ts'
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

export function insertEventChange(sql: ISql, change: ContentChange, event: SyncedEvent): Promise<boolean> {
  const writes = sql`
    written as (${upsertEvents(sql, [event], isNew(sql))}),
    mended as (${deleteFixedFaults(sql, [change], isNew(sql))})
  `
  return insertWith(sql, change, writes)
}

/** Also removes the event `id`, whose document is gone. */
export function insertEventRemoval(sql: ISql, change: ContentChange, id: string): Promise<boolean> {
  const removal = { id, removedAt: change.updatedAt }
  const writes = sql`
    remembered as (${upsertRemovals(sql, [removal], isNew(sql))}),
    removed as (${deleteEvents(sql, [removal], isNew(sql))}),
    mended as (${deleteFixedFaults(sql, [change], isNew(sql))})
  `
  return insertWith(sql, change, writes)
}

export function insertVenueChange(sql: ISql, change: ContentChange, venue: SyncedVenue): Promise<boolean> {
  const writes = sql`
    written as (${upsertVenue(sql, venue, isNew(sql))}),
    mended as (${deleteFixedFaults(sql, [change], isNew(sql))})
  `
  return insertWith(sql, change, writes)
}

/** The venue's events stay. */
export function insertVenueRemoval(sql: ISql, change: ContentChange): Promise<boolean> {
  const removal = { id: change.documentId, removedAt: change.updatedAt }
  const writes = sql`
    remembered as (${upsertRemovals(sql, [removal], isNew(sql))}),
    removed as (${deleteVenue(sql, removal, isNew(sql))}),
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

/** The newest recorded revision of each document, by the content's clock. Changes are kept for two days. */
export async function listPageChanges(
  sql: ISql,
  documentIds: readonly string[],
): Promise<Array<{ documentId: string; revision: string; updatedAt: Date }>> {
  return sql<Array<{ documentId: string; revision: string; updatedAt: Date }>>`
    select distinct on (document_id) document_id, revision, updated_at
    from content_changes
    where document_id = any(${documentIds as string[]})
    order by document_id, updated_at desc, id desc
  `
}

type NewestChange = Pick<ContentChange, 'documentId' | 'documentType' | 'operation' | 'revision'> & {
  updatedAt: Date
  receivedAt: Date
}

/** The newest by the content's clock. Undefined without a change in the last two days. */
export async function findNewestChange(sql: ISql, documentId: string): Promise<NewestChange | undefined> {
  const [change] = await sql<NewestChange[]>`
    select document_id, document_type, operation, revision, updated_at, received_at
    from content_changes
    where document_id = ${documentId}
    order by updated_at desc, operation = 'delete' desc, id desc
    limit 1
  `
  return change
}

/** Deletes changes that are too old to be delivered again. The newest one stays: see `findLastChange`. */
export async function deleteExpiredContentChanges(sql: ISql): Promise<void> {
  await sql`
    delete from content_changes
    where received_at < now() - interval '2 days'
      and id <> (select id from content_changes order by updated_at desc, id desc limit 1)
  `
}

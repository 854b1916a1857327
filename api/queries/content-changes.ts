import type { ISql } from 'postgres'

/** The channel on which the database tells the type of each document that has changed (migration 0004). */
export const contentChannel = 'content_changed'

export type ContentChange = {
  /** The delivery's `idempotency-key`. */
  delivery: string
  documentId: string
  documentType: string
  operation: 'create' | 'update' | 'delete'
  /** The document's `_rev` after the change, or before its removal. */
  revision: string
}

/** Notes a change of the content; false where it was noted before, by this delivery or another one. */
export async function insertContentChange(sql: ISql, change: ContentChange): Promise<boolean> {
  const { count } = await sql`
    insert into content_changes (delivery, document_id, document_type, operation, revision)
    values (
      ${change.delivery}, ${change.documentId}, ${change.documentType}, ${change.operation}, ${change.revision}
    )
    on conflict do nothing
  `
  return count > 0
}

/** The number of the newest change; 0 where nothing was ever told. */
export async function findContentRevision(sql: ISql): Promise<number> {
  const [row] = await sql<Array<{ revision: number }>>`
    select coalesce(max(id), 0)::integer as revision
    from content_changes
  `
  return row?.revision ?? 0
}

/** Forgets deliveries that are too old to be repeated; the newest stays, for its number. */
export async function deleteAgedContentChanges(sql: ISql): Promise<void> {
  await sql`
    delete from content_changes
    where received_at < now() - interval '2 days'
      and id < (select max(id) from content_changes)
  `
}

import type { Fragment, ISql } from 'postgres'
import { isRefusedValue } from '../runtime/postgres-errors.ts'

/** Why the last change of a document could not be applied, in one line. */
export type ContentFault = { documentId: string; revision: string; reason: string }

/** A document at an instant of the content's clock, ISO 8601 in UTC. */
type Dated = { documentId: string; updatedAt: string }

/**
 * Replaces an earlier fault, unless the document has changed since. If not even the document's id or revision can be
 * stored, only the log has the reason.
 */
export async function upsertContentFault(sql: ISql, fault: ContentFault & Dated): Promise<void> {
  await upsertFault(sql, fault).catch((error: unknown) => {
    if (!isRefusedValue(error)) throw error
  })
}

/** Skips documents that have a fault of another revision now. */
export async function deleteObsoleteFaults(sql: ISql, faults: ContentFault[]): Promise<void> {
  const given = faults.map(({ documentId, revision }) => ({ documentId, revision }))
  await sql`
    delete from content_faults
    using jsonb_to_recordset(${sql.json(given)}) as given ("documentId" text, revision text)
    where content_faults.document_id = given."documentId" and content_faults.revision = given.revision
  `
}

export function upsertFault(sql: ISql, fault: ContentFault & Dated, condition: Fragment = sql`true`) {
  const { documentId, revision, reason, updatedAt } = fault
  return sql`
    insert into content_faults (document_id, revision, reason)
    select ${documentId}, ${revision}, ${reason}
    where not exists (
        select from events where content_id = ${documentId} and content_updated_at > ${updatedAt}
        union all
        select from venues where id = ${documentId} and content_updated_at > ${updatedAt}
        union all
        select from content_changes where document_id = ${documentId} and updated_at > ${updatedAt}
      )
      and ${condition}
    on conflict (document_id) do update set
      revision = excluded.revision,
      reason = excluded.reason,
      seen_at = now()
    where (content_faults.revision, content_faults.reason) <> (excluded.revision, excluded.reason)
  `
}

/** Skips documents that have changed since. */
export function deleteFixedFaults(sql: ISql, documents: Dated[], condition: Fragment = sql`true`) {
  const given = documents.map(({ documentId, updatedAt }) => ({ documentId, updatedAt }))
  return sql`
    delete from content_faults
    using jsonb_to_recordset(${sql.json(given)}) as given ("documentId" text, "updatedAt" timestamptz)
    where content_faults.document_id = given."documentId"
      and not exists (
        select from content_changes
        where content_changes.document_id = given."documentId"
          and content_changes.updated_at > given."updatedAt"
      )
      and ${condition}
  `
}

export async function listContentFaults(sql: ISql): Promise<ContentFault[]> {
  return sql<ContentFault[]>`select document_id, revision, reason from content_faults order by document_id`
}

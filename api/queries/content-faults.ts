import type { ISql } from 'postgres'

/** Why the last change of a document could not be taken over, in one line. */
export type ContentFault = { documentId: string; revision: string; reason: string }

/** Keeps a document's fault in place of an earlier one. */
export async function upsertContentFault(
  sql: ISql,
  { documentId, revision, reason }: ContentFault,
): Promise<void> {
  await sql`
    insert into content_faults (document_id, revision, reason)
    values (${documentId}, ${revision}, ${reason})
    on conflict (document_id) do update set
      revision = excluded.revision,
      reason = excluded.reason,
      seen_at = now()
  `
}

/** Forgets the faults of documents that have been mended, or are gone. */
export async function deleteContentFaults(sql: ISql, documentIds: string[]): Promise<void> {
  await sql`
    delete from content_faults
    where document_id = any(${documentIds})
  `
}

/** Forgets the faults of documents that are there no more. */
export async function deleteContentFaultsExcept(sql: ISql, documentIds: string[]): Promise<void> {
  await sql`
    delete from content_faults
    where document_id <> all(${documentIds})
  `
}

/** The faults that nobody has mended yet, by document, and since when they are known. */
export async function listContentFaults(sql: ISql): Promise<Array<ContentFault & { seenAt: Date }>> {
  return sql<Array<ContentFault & { seenAt: Date }>>`
    select document_id, revision, reason, seen_at
    from content_faults
    order by document_id
  `
}

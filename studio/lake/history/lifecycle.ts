import type { DatabaseSync } from 'node:sqlite'
import { toTransactionRow, type TransactionRow } from './statements.ts'

/** What a transaction did to a document, without its content. `revisionBefore` is undefined if it was created. */
export type LifecycleChange = {
  documentId: string
  revisionBefore: string | undefined
  existsAfter: boolean
}

/** A transaction that created, deleted, published or unpublished a document, or changed it while published. */
export type LifecycleTransaction = TransactionRow & { changes: LifecycleChange[] }

/**
 * The lifecycle of a document, newest first, starting at the transaction `from`. SQL skips the edits of a draft, of
 * which there may be thousands between two of these transactions.
 */
export function* iterateLifecycle(
  database: DatabaseSync,
  { publishedId, versionId, from }: { publishedId: string; versionId: string; from: number | undefined },
): Generator<LifecycleTransaction> {
  const selectTransactions = database.prepare(
    `SELECT sequence, id, timestamp, identity FROM transactions
     WHERE sequence <= ? AND sequence IN (
       SELECT sequence FROM changes
       WHERE document_id IN (?, ?) AND (before IS NULL OR after IS NULL OR document_id = ?)
     ) ORDER BY sequence DESC`,
  )
  const selectChanges = database.prepare(
    `SELECT document_id, json_extract(before, '$._rev') AS revision_before, after IS NOT NULL AS exists_after
     FROM changes WHERE sequence = ? AND document_id IN (?, ?) ORDER BY position`,
  )
  const start = from ?? Number.MAX_SAFE_INTEGER
  for (const row of selectTransactions.iterate(start, publishedId, versionId, publishedId)) {
    const transaction = toTransactionRow(row)
    const changes = selectChanges.all(transaction.sequence, publishedId, versionId).map(toChange)
    yield { ...transaction, changes }
  }
}

function toChange({ document_id, revision_before, exists_after }: Record<string, unknown>): LifecycleChange {
  return {
    documentId: String(document_id),
    revisionBefore: revision_before === null ? undefined : String(revision_before),
    existsAfter: exists_after === 1,
  }
}

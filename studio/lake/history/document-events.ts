import type { DatabaseSync } from 'node:sqlite'
import {
  isPublishedId,
  isVersionId,
  toDraftId,
  toPublishedId,
  toReleaseId,
} from '../mutations/document-id.ts'
import { releasePath } from '../releases/release.ts'
import type { TransactionRow } from './statements.ts'

/** The published document and its draft, or the version with the given id. */
export function toDocumentGroup(id: string): { publishedId: string; versionId: string } {
  return { publishedId: toPublishedId(id), versionId: isPublishedId(id) ? toDraftId(id) : id }
}

/** The event of a transaction in the Studio's history, if any. Edits have none: the Studio derives them itself. */
export function toDocumentEvent(transaction: LifecycleTransaction, id: string) {
  const { publishedId: documentId, versionId } = toDocumentGroup(id)
  const { changes } = transaction
  const find = (changedId: string) => changes.find((change) => change.documentId === changedId)
  const isRelease = changes.some((change) => change.documentId.startsWith(releasePath))
  const released = changes.find((change) => isRelease && isVersionOf(change.documentId, documentId))
  const version = released ?? find(versionId)
  const type = classify(effectOn(find(documentId)), effectOn(version), isRelease)
  // The Studio shows the last content of a deleted document if the newest event of its draft is the publication.
  if (!type || (type === 'deleteDocumentGroup' && !find(id))) return undefined
  const { id: transactionId, timestamp, identity: author } = transaction
  const releaseId = version && toReleaseId(version.documentId)
  const common = { type, timestamp, author, documentId, ...(releaseId !== undefined && { releaseId }) }
  const versionRevisionId = version?.revisionBefore ?? transactionId
  switch (type) {
    case 'createDocumentVersion':
      return { ...common, versionId, versionRevisionId: transactionId }
    case 'publishDocumentVersion':
      return {
        ...common,
        versionId: version?.documentId ?? versionId,
        versionRevisionId,
        revisionId: transactionId,
        publishCause: isRelease ? 'release.publish' : 'document.publish',
      }
    case 'unpublishDocument':
      return { ...common, versionId, versionRevisionId: version ? transactionId : '' }
    case 'deleteDocumentVersion':
      return { ...common, versionId, versionRevisionId }
    case 'deleteDocumentGroup':
      return common
    default:
      return { ...common, revisionId: transactionId }
  }
}

type Effect = 'created' | 'updated' | 'deleted' | undefined

function isVersionOf(id: string, publishedId: string): boolean {
  return isVersionId(id) && toPublishedId(id) === publishedId
}

function classify(published: Effect, version: Effect, isRelease: boolean): string | undefined {
  if (published === 'deleted')
    return version === 'created' || isRelease ? 'unpublishDocument' : 'deleteDocumentGroup'
  if (published && version === 'deleted') return 'publishDocumentVersion'
  if (version === 'created') return 'createDocumentVersion'
  if (version === 'deleted') return 'deleteDocumentVersion'
  if (published === 'created') return 'createLiveDocument'
  return published === 'updated' ? 'updateLiveDocument' : undefined
}

function effectOn(change: LifecycleChange | undefined): Effect {
  if (!change) return undefined
  if (!change.existsAfter) return 'deleted'
  return change.revisionBefore === null ? 'created' : 'updated'
}

/** What a transaction did to a document, without its content. `revisionBefore` is null if it was created. */
type LifecycleChange = { documentId: string; revisionBefore: string | null; existsAfter: 0 | 1 }

/** A transaction that created, deleted, published or unpublished a document, or changed it while published. */
export type LifecycleTransaction = TransactionRow & { changes: LifecycleChange[] }

/**
 * The lifecycle of a document, newest first, starting at the transaction `from`. SQL skips edits of drafts: there may
 * be thousands between two lifecycle transactions.
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
    `SELECT document_id AS documentId, json_extract(before, '$._rev') AS revisionBefore, after IS NOT NULL AS existsAfter
     FROM changes WHERE sequence = ? AND (document_id IN (?, ?)
       OR document_id GLOB '${releasePath}*' OR document_id GLOB 'versions.*.' || ?) ORDER BY position`,
  )
  const start = from ?? Number.MAX_SAFE_INTEGER
  for (const row of selectTransactions.iterate(start, publishedId, versionId, publishedId)) {
    const transaction = row as TransactionRow
    const changes = selectChanges.all(transaction.sequence, publishedId, versionId, publishedId)
    yield { ...transaction, changes: changes as LifecycleChange[] }
  }
}

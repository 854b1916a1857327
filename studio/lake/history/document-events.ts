import { isPublishedId, toDraftId, toPublishedId } from '../mutations/document-id.ts'
import type { LifecycleChange, LifecycleTransaction } from './lifecycle.ts'

export type DocumentEvent = {
  type: string
  timestamp: string
  author: string
  documentId: string
  [field: string]: unknown
}

/** The published document and its draft, or the version with the given id. */
export function idsOf(id: string): { publishedId: string; versionId: string } {
  return { publishedId: toPublishedId(id), versionId: isPublishedId(id) ? toDraftId(id) : id }
}

/** The event that the Studio's history lists for a transaction, if any. It derives edits from the transactions. */
export function toDocumentEvent(transaction: LifecycleTransaction, id: string): DocumentEvent | undefined {
  const { publishedId: documentId, versionId } = idsOf(id)
  const find = (changedId: string) => transaction.changes.find((change) => change.documentId === changedId)
  const version = find(versionId)
  const type = classify(effectOn(find(documentId)), effectOn(version))
  if (!type) return undefined
  const { id: transactionId, timestamp, identity: author } = transaction
  const common = { type, timestamp, author, documentId }
  const versionRevisionId = version?.revisionBefore ?? transactionId
  switch (type) {
    case 'createDocumentVersion':
      return { ...common, versionId, versionRevisionId: transactionId }
    case 'publishDocumentVersion':
      return {
        ...common,
        versionId,
        versionRevisionId,
        revisionId: transactionId,
        publishCause: 'document.publish',
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

function classify(published: Effect, version: Effect): string | undefined {
  if (published === 'deleted') return version === 'created' ? 'unpublishDocument' : 'deleteDocumentGroup'
  if (published && version === 'deleted') return 'publishDocumentVersion'
  if (version === 'created') return 'createDocumentVersion'
  if (version === 'deleted') return 'deleteDocumentVersion'
  if (published === 'created') return 'createLiveDocument'
  return published === 'updated' ? 'updateLiveDocument' : undefined
}

function effectOn(change: LifecycleChange | undefined): Effect {
  if (!change) return undefined
  if (!change.existsAfter) return 'deleted'
  return change.revisionBefore === undefined ? 'created' : 'updated'
}

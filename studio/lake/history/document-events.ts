import { isPublishedId, isVersionId, toDraftId, toPublishedId } from '../mutations/document-id.ts'
import type { Change } from '../store/types.ts'
import type { Recorded } from './statements.ts'

export type DocumentEvent = {
  type: string
  timestamp: string
  author: string
  documentId: string
  [field: string]: unknown
}

/**
 * What a transaction meant in the life of a document, as the Studio's history lists it: a draft created, published,
 * discarded. Edits are not among them; the Studio makes those out of the transactions.
 */
export function toDocumentEvents(transaction: Recorded, asked: string): DocumentEvent[] {
  const documentId = toPublishedId(asked)
  const versionId = isPublishedId(asked) ? toDraftId(asked) : asked
  const find = (id: string) => transaction.changes.find((change) => change.documentId === id)
  const type = classify(find(documentId), find(versionId), isVersionId(asked))
  if (!type) return []
  const { id, timestamp, identity: author } = transaction
  const common = { type, timestamp, author, documentId }
  const before = find(versionId)?.before?._rev
  switch (type) {
    case 'createDocumentVersion':
      return [{ ...common, versionId, versionRevisionId: id }]
    case 'publishDocumentVersion':
      return [
        {
          ...common,
          versionId,
          versionRevisionId: before ?? id,
          revisionId: id,
          publishCause: 'document.publish',
        },
      ]
    case 'unpublishDocument':
      return [{ ...common, versionId, versionRevisionId: find(versionId) ? id : '' }]
    case 'deleteDocumentVersion':
      return [{ ...common, versionId, versionRevisionId: before ?? id }]
    case 'deleteDocumentGroup':
      return [common]
    default:
      return [{ ...common, revisionId: id }]
  }
}

function classify(published: Change | undefined, version: Change | undefined, ofRelease: boolean) {
  const [publishedBecame, versionBecame] = [became(published), became(version)]
  if (publishedBecame === 'gone') return versionBecame === 'new' ? 'unpublishDocument' : 'deleteDocumentGroup'
  if (publishedBecame && versionBecame === 'gone') return 'publishDocumentVersion'
  if (versionBecame === 'new') return 'createDocumentVersion'
  if (versionBecame === 'gone') return 'deleteDocumentVersion'
  if (ofRelease) return undefined
  if (publishedBecame === 'new') return 'createLiveDocument'
  return publishedBecame === 'changed' ? 'updateLiveDocument' : undefined
}

function became(change: Change | undefined): 'new' | 'changed' | 'gone' | undefined {
  if (!change) return undefined
  if (!change.after) return 'gone'
  return change.before ? 'changed' : 'new'
}

import { isPublishedId, isVersionId, toDraftId, toPublishedId } from '../mutations/document-id.ts'
import type { Step, Turn } from './turns.ts'

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
export function toDocumentEvents(turn: Turn, asked: string): DocumentEvent[] {
  const { publishedId: documentId, versionId } = idsOf(asked)
  const find = (id: string) => turn.steps.find((step) => step.documentId === id)
  const type = classify(find(documentId), find(versionId), isVersionId(asked))
  if (!type) return []
  const { id, timestamp, identity: author } = turn
  const common = { type, timestamp, author, documentId }
  const before = find(versionId)?.revisionBefore
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

/** The two documents whose changes make up the life of one: the published one, and the draft or version asked for. */
export function idsOf(asked: string): { publishedId: string; versionId: string } {
  const versionId = isPublishedId(asked) ? toDraftId(asked) : asked
  return { publishedId: toPublishedId(asked), versionId }
}

function classify(published: Step | undefined, version: Step | undefined, ofRelease: boolean) {
  const [publishedBecame, versionBecame] = [became(published), became(version)]
  if (publishedBecame === 'gone') return versionBecame === 'new' ? 'unpublishDocument' : 'deleteDocumentGroup'
  if (publishedBecame && versionBecame === 'gone') return 'publishDocumentVersion'
  if (versionBecame === 'new') return 'createDocumentVersion'
  if (versionBecame === 'gone') return 'deleteDocumentVersion'
  if (ofRelease) return undefined
  if (publishedBecame === 'new') return 'createLiveDocument'
  return publishedBecame === 'changed' ? 'updateLiveDocument' : undefined
}

function became(step: Step | undefined): 'new' | 'changed' | 'gone' | undefined {
  if (!step) return undefined
  if (!step.isThere) return 'gone'
  return step.revisionBefore === undefined ? 'new' : 'changed'
}

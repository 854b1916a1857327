import type { Change, LakeDocument, Transaction } from '../store/types.ts'
import { isAttributes } from './parse.ts'

export type MutationResult = {
  id: string
  operation: 'create' | 'update' | 'delete' | 'none'
  document?: LakeDocument
}

/** What a transaction did, by document; a createIfNotExists that found its document is there with `none`. */
export function listResults(
  transaction: Transaction,
  mutations: readonly unknown[],
  get: (id: string) => LakeDocument | undefined,
): MutationResult[] {
  const changed = transaction.changes.map((change) => ({
    id: change.documentId,
    operation: operationOf(change),
    document: change.after,
  }))
  const ids = new Set(changed.map(({ id }) => id))
  const untouched = mutations.flatMap((mutation) => {
    const document = isAttributes(mutation) ? mutation.createIfNotExists : undefined
    const id = isAttributes(document) ? String(document._id) : ''
    return get(id) && !ids.has(id) ? [{ id, operation: 'none' as const, document: get(id) }] : []
  })
  return [...changed, ...untouched]
}

/** What became of a document. */
export function operationOf({
  before,
  after,
}: Pick<Change, 'before' | 'after'>): 'create' | 'update' | 'delete' {
  if (!before) return 'create'
  return after ? 'update' : 'delete'
}

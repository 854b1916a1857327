import { findDocumentAt } from '../history/statements.ts'
import { createViewCache, type Dataset } from '../query/view.ts'
import type { Change, LakeDocument, Store } from '../store/types.ts'

/**
 * The dataset for people who may read and write documents of some types only. A write that touches other documents
 * throws 403; for reads, other documents do not exist.
 */
export function restrictDataset(dataset: Dataset, types: readonly string[]): Dataset {
  const { store } = dataset
  let documents: readonly LakeDocument[] = []
  let allowed: readonly LakeDocument[] = []
  const restricted: Store = {
    ...store,
    types,
    get(id) {
      const document = store.get(id)
      return document && types.includes(document._type) ? document : undefined
    },
    all() {
      if (documents === store.all()) return allowed
      documents = store.all()
      allowed = documents.filter(({ _type }) => types.includes(_type))
      return allowed
    },
    transact: (request) => store.transact({ ...request, types }),
    afterCommit: (listener) =>
      store.afterCommit((transaction) => {
        const changes = readableChanges(transaction.changes, restricted)
        if (changes.length > 0) listener({ ...transaction, changes })
      }),
  }
  return { ...dataset, store: restricted, getView: createViewCache(restricted) }
}

export function readableChanges(changes: Change[], { types }: Store): Change[] {
  return types
    ? changes.filter(({ before, after }) => types.includes((before ?? after)?._type ?? ''))
    : changes
}

/** Whether the store's reader may read the document, which may be deleted. */
export function isReadable(id: string, { types, database }: Store): boolean {
  if (!types) return true
  const document = findDocumentAt(database, id, 'last')
  return document !== undefined && types.includes(document._type)
}

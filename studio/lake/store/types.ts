import type { openStore } from './open-store.ts'

/** A stored document: a published one, a draft (`drafts.<id>`) or a version (`versions.<release>.<id>`). */
export type LakeDocument = {
  _id: string
  _type: string
  _rev: string
  _createdAt: string
  _updatedAt: string
  [key: string]: unknown
}

/** The change of one document in one transaction; `before` is undefined if it was created, `after` if deleted. */
export type Change = {
  documentId: string
  before: LakeDocument | undefined
  after: LakeDocument | undefined
  mutations: unknown[]
}

export type Operation = 'create' | 'update' | 'delete'

/** The effect of one mutation on one document; a mutation by query has one for each document. */
export type MutationOutcome = { id: string; operation: Operation | 'none' }

export function operationOf({ before, after }: Pick<Change, 'before' | 'after'>): Operation {
  if (!before) return 'create'
  return after ? 'update' : 'delete'
}

/** A committed transaction. `timestamp` is ISO 8601 in UTC; `id` is the `_rev` of every document that it wrote. */
export type Transaction = { id: string; timestamp: string; identity: string; changes: Change[] }

export type TransactionListener = (transaction: Transaction) => void

export type TransactRequest = {
  mutations: unknown[]
  transactionId?: string
  identity: string
  dryRun?: boolean
  /** Throws 403 for changes of documents of other types. */
  types?: readonly string[]
}

export type Store = ReturnType<typeof openStore> & {
  /** The types of the documents that are here; undefined for all. */
  types?: readonly string[]
}

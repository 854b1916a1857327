import type { DatabaseSync } from 'node:sqlite'

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

/** The effect of one mutation on one document; a mutation by query has one for each document. */
export type MutationOutcome = { id: string; operation: 'create' | 'update' | 'delete' | 'none' }

export function operationOf({
  before,
  after,
}: Pick<Change, 'before' | 'after'>): 'create' | 'update' | 'delete' {
  if (!before) return 'create'
  return after ? 'update' : 'delete'
}

/** A committed transaction. `timestamp` is ISO 8601 in UTC; `id` is the `_rev` of every document that it wrote. */
export type Transaction = { id: string; timestamp: string; identity: string; changes: Change[] }

export type TransactRequest = {
  mutations: unknown[]
  transactionId?: string
  identity: string
  dryRun?: boolean
  /** Throws 403 for changes of documents of other types. */
  types?: readonly string[]
}

export type Store = {
  /** The types of the documents that are here; undefined for all. */
  types?: readonly string[]
  /** Random; made with the file and kept by its copies. */
  lakeId: string
  /** Other modules have their own tables in it. */
  database: DatabaseSync
  get(id: string): LakeDocument | undefined
  /** All documents, drafts and versions included, from memory. Do not modify them. */
  all(): readonly LakeDocument[]
  /**
   * Applies the mutations as one transaction, which is on disk when this returns. Throws LakeError 400 or 409; then
   * nothing has changed.
   */
  transact(request: TransactRequest): Transaction & { outcomes: MutationOutcome[] }
  /** Runs inside the SQLite transaction; if it throws, the transaction is rolled back. */
  beforeCommit(hook: (transaction: Transaction) => void): void
  /** Runs when the transaction is on disk; errors are only reported. Returns a function that stops it. */
  afterCommit(listener: (transaction: Transaction) => void): () => void
  close(): void
}

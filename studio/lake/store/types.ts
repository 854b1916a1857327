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

/** What one transaction did to one document; `before` is undefined where it appeared, `after` where it went. */
export type Change = {
  documentId: string
  before: LakeDocument | undefined
  after: LakeDocument | undefined
  mutations: unknown[]
}

/** What one mutation did to one document; a mutation by query has as many as it selects documents. */
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
}

export type Store = {
  /** Other parts keep tables of their own in it, with a prefix of theirs. */
  database: DatabaseSync
  get(id: string): LakeDocument | undefined
  /** Every document, drafts and versions included, from memory. Not to be changed by the caller. */
  all(): readonly LakeDocument[]
  /** Ids of the documents that refer to this one, strongly or weakly. */
  referrers(id: string): ReadonlySet<string>
  /**
   * Applies the mutations as one transaction, which is on disk when this returns, and gives their outcomes in order.
   * Throws LakeError 400 or 409, after which nothing has changed.
   */
  transact(request: TransactRequest): Transaction & { outcomes: MutationOutcome[] }
  /** Runs inside the SQLite transaction; a throw rolls all of it back. */
  beforeCommit(hook: (transaction: Transaction) => void): void
  /** Runs once the transaction is on disk; a throw is reported and harms nobody. Returns how to stop. */
  afterCommit(listener: (transaction: Transaction) => void): () => void
  close(): void
}

import { referencesOf } from '../mutations/references.ts'
import type { Change, LakeDocument } from './types.ts'

export class Documents {
  readonly #byId = new Map<string, LakeDocument>()
  #all: readonly LakeDocument[] | undefined

  constructor(documents: readonly LakeDocument[]) {
    for (const document of documents) this.#put(document)
  }

  get(id: string): LakeDocument | undefined {
    return this.#byId.get(id)
  }

  /** Ordered by id, so that a query without an order has a stable result. */
  all(): readonly LakeDocument[] {
    // 2 ms for 20,000 documents, which were read in this order.
    this.#all ??= [...this.#byId.values()].toSorted(byId)
    return this.#all
  }

  commit(changes: readonly Pick<Change, 'documentId' | 'after'>[]): void {
    for (const { documentId, after } of changes) {
      if (after) this.#put(after)
      else this.#byId.delete(documentId)
    }
    this.#all = undefined
  }

  #put(document: LakeDocument): void {
    this.#byId.set(document._id, document)
    // Not at the first deletion: it takes a second for 20,000 documents.
    referencesOf(document)
  }
}

export function byId(one: LakeDocument, other: LakeDocument): number {
  return one._id < other._id ? -1 : 1
}

import { referencesOf } from '../mutations/references.ts'
import type { Change, LakeDocument } from './types.ts'

export class Documents {
  #byId = new Map<string, LakeDocument>()
  /** Whether `#byId` may be out of order. */
  #hasNew = true
  #all: readonly LakeDocument[] | undefined

  constructor(documents: readonly LakeDocument[]) {
    for (const document of documents) this.#put(document)
  }

  get(id: string): LakeDocument | undefined {
    return this.#byId.get(id)
  }

  /** Ordered by id, so that a query without an order has a stable result. */
  all(): readonly LakeDocument[] {
    // Only then: sorting 20,000 documents takes as long as the rest of a save.
    if (this.#hasNew)
      this.#byId = new Map([...this.#byId].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    this.#hasNew = false
    this.#all ??= [...this.#byId.values()]
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
    this.#hasNew ||= !this.#byId.has(document._id)
    this.#byId.set(document._id, document)
    // Not at the first deletion: it takes a second for 20,000 documents.
    referencesOf(document)
  }
}

export function byId(one: LakeDocument, other: LakeDocument): number {
  return one._id < other._id ? -1 : 1
}

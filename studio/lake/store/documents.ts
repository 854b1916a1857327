import { ReferenceIndex } from '../mutations/reference-index.ts'
import type { Change, LakeDocument } from './types.ts'

/** Every document in memory, with who refers to whom. */
export class Documents {
  readonly references = new ReferenceIndex()
  readonly #byId = new Map<string, LakeDocument>()
  #all: readonly LakeDocument[] | undefined

  constructor(documents: readonly LakeDocument[]) {
    for (const document of documents) this.#put(document)
  }

  get(id: string): LakeDocument | undefined {
    return this.#byId.get(id)
  }

  /** In the order of their ids, so that a query without an order has the same one tomorrow. */
  all(): readonly LakeDocument[] {
    this.#all ??= [...this.#byId.values()].toSorted(byId)
    return this.#all
  }

  commit(changes: readonly Pick<Change, 'documentId' | 'after'>[]): void {
    for (const { documentId, after } of changes) {
      if (after) this.#put(after)
      else this.#remove(documentId)
    }
    if (changes.length > 0) this.#all = undefined
  }

  #put(document: LakeDocument): void {
    this.#byId.set(document._id, document)
    this.references.put(document)
  }

  #remove(id: string): void {
    this.#byId.delete(id)
    this.references.remove(id)
  }
}

function byId(one: LakeDocument, other: LakeDocument): number {
  return one._id < other._id ? -1 : 1
}

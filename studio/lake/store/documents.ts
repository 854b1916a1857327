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
    this.#all ??= [...this.#byId.values()].toSorted(byId)
    return this.#all
  }

  commit(changes: readonly Pick<Change, 'documentId' | 'after'>[]): void {
    for (const { documentId, after } of changes) {
      if (after) this.#put(after)
      else this.#byId.delete(documentId)
    }
    // Sorting 20,000 documents takes longer than the rest of a save.
    if (changes.length > maxReplaced) this.#all = undefined
    else for (const change of changes) this.#all &&= replaceOne(this.#all, change)
  }

  #put(document: LakeDocument): void {
    this.#byId.set(document._id, document)
    // Not at the first deletion: it takes a second for 20,000 documents.
    referencesOf(document)
  }
}

const maxReplaced = 20

/** A copy of the sorted documents with one document inserted, replaced or removed. */
function replaceOne(
  all: readonly LakeDocument[],
  { documentId, after }: Pick<Change, 'documentId' | 'after'>,
): readonly LakeDocument[] {
  const next = all.findIndex(({ _id }) => _id >= documentId)
  const at = next === -1 ? all.length : next
  const exists = all[at]?._id === documentId
  return all.toSpliced(at, exists ? 1 : 0, ...(after ? [after] : []))
}

export function byId(one: LakeDocument, other: LakeDocument): number {
  return one._id < other._id ? -1 : 1
}

import { ReferenceIndex } from '../mutations/references.ts'
import type { Change, LakeDocument } from './types.ts'

/** All documents in memory, with an index of their references. */
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

  /** Ordered by id, so that a query without an order has a stable result. */
  all(): readonly LakeDocument[] {
    this.#all ??= [...this.#byId.values()].toSorted(byId)
    return this.#all
  }

  commit(changes: readonly Pick<Change, 'documentId' | 'after'>[]): void {
    for (const { documentId, after } of changes) {
      if (after) this.#put(after)
      else this.#remove(documentId)
    }
    // Sorting 20,000 documents takes longer than the rest of a save.
    if (changes.length > maxReplaced) this.#all = undefined
    else for (const change of changes) this.#all &&= replaceOne(this.#all, change)
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

const maxReplaced = 20

/** A copy of the sorted documents with one document inserted, replaced or removed. */
function replaceOne(
  all: readonly LakeDocument[],
  { documentId, after }: Pick<Change, 'documentId' | 'after'>,
): readonly LakeDocument[] {
  let [low, high] = [0, all.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((all[middle]?._id ?? '') < documentId) low = middle + 1
    else high = middle
  }
  const exists = all[low]?._id === documentId
  const changed = [...all]
  changed.splice(low, exists ? 1 : 0, ...(after ? [after] : []))
  return changed
}

function byId(one: LakeDocument, other: LakeDocument): number {
  return one._id < other._id ? -1 : 1
}

import { toPublishedId } from '../mutations/document-id.ts'
import type { LakeDocument } from '../store/types.ts'
import { documentText } from './text-search.ts'

type Referrers = (id: string) => ReadonlySet<string>

/** The documents that a query sees, with the indexes that spare it the walk over all of them. */
export class View {
  readonly documents: readonly LakeDocument[]
  readonly #referrers: Referrers | undefined
  #byId: Map<string, LakeDocument> | undefined
  #byType: Map<string, LakeDocument[]> | undefined
  #byPublishedId: Map<string, LakeDocument[]> | undefined

  constructor(documents: readonly LakeDocument[], referrers?: Referrers) {
    this.documents = documents
    this.#referrers = referrers
  }

  get(id: string): LakeDocument | undefined {
    this.#byId ??= new Map(this.documents.map((document) => [document._id, document]))
    return this.#byId.get(id)
  }

  withIds(ids: readonly string[]): LakeDocument[] {
    return [...new Set(ids)].toSorted().flatMap((id) => this.get(id) ?? [])
  }

  /** The published document with this id, its draft and its versions. */
  versionsOf(publishedId: string): readonly LakeDocument[] {
    this.#byPublishedId ??= Map.groupBy(this.documents, ({ _id }) => toPublishedId(_id))
    return this.#byPublishedId.get(publishedId) ?? []
  }

  ofTypes(types: readonly string[]): readonly LakeDocument[] {
    this.#byType ??= Map.groupBy(this.documents, ({ _type }) => _type)
    const [first = '', ...others] = types
    if (others.length === 0) return this.#byType.get(first) ?? []
    const wanted = new Set(types)
    return this.documents.filter(({ _type }) => wanted.has(_type))
  }

  /** At least those that refer to one of the ids; undefined where nobody keeps count. */
  referringTo(ids: readonly string[]): LakeDocument[] | undefined {
    const referrers = this.#referrers
    if (!referrers) return undefined
    const stored = ids.flatMap((id) => [...referrers(id)])
    return this.withIds(stored.flatMap((id) => [id, toPublishedId(id)]))
  }

  /** Ids of the documents in whose text the terms are found. */
  idsWithText(matches: (text: string) => boolean): string[] {
    return this.documents.flatMap((document) => (matches(documentText(document)) ? [document._id] : []))
  }
}

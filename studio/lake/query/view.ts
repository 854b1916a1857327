import { isVersionId, toDraftId, toPublishedId } from '../mutations/document-id.ts'
import type { LakeDocument } from '../store/types.ts'
import { documentText } from './text-search.ts'

/** How the store finds documents without a walk over all of them. */
type Lookup = {
  find: (id: string) => LakeDocument | undefined
  /** Ids of the documents that refer to this one. */
  referrers: (id: string) => ReadonlySet<string>
}

/** The documents that a query sees. Each list is made when it is first needed: most queries name ids. */
export class View {
  readonly #list: () => readonly LakeDocument[]
  readonly #lookup: Lookup | undefined
  #documents: readonly LakeDocument[] | undefined
  #byId: Map<string, LakeDocument> | undefined
  #byType: Map<string, LakeDocument[]> | undefined
  #versions: readonly LakeDocument[] | undefined

  constructor(list: () => readonly LakeDocument[], lookup?: Lookup) {
    this.#list = list
    this.#lookup = lookup
  }

  get documents(): readonly LakeDocument[] {
    this.#documents ??= this.#list()
    return this.#documents
  }

  get(id: string): LakeDocument | undefined {
    if (this.#lookup) return this.#lookup.find(id)
    this.#byId ??= new Map(this.documents.map((document) => [document._id, document]))
    return this.#byId.get(id)
  }

  withIds(ids: readonly string[]): LakeDocument[] {
    return [...new Set(ids)].toSorted().flatMap((id) => this.get(id) ?? [])
  }

  /** The published document with this id, its draft and its versions. */
  versionsOf(publishedId: string): readonly LakeDocument[] {
    this.#versions ??= this.documents.filter(({ _id }) => isVersionId(_id))
    const versions = this.#versions.filter(({ _id }) => toPublishedId(_id) === publishedId)
    return this.withIds([publishedId, toDraftId(publishedId), ...versions.map(({ _id }) => _id)])
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
    const lookup = this.#lookup
    if (!lookup) return undefined
    const stored = ids.flatMap((id) => [...lookup.referrers(id)])
    return this.withIds(stored.flatMap((id) => [id, toPublishedId(id)]))
  }

  /** Ids of the documents in whose text the terms are found. */
  idsWithText(matches: (text: string) => boolean): string[] {
    return this.documents.flatMap((document) => (matches(documentText(document)) ? [document._id] : []))
  }
}

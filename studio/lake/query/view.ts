import { toDraftId } from '../mutations/document-id.ts'
import type { LakeDocument, Store } from '../store/types.ts'
import { applyPerspective, findInPerspective, type Perspective } from './perspective.ts'

/** The documents that a query sees. The lists are built on first use: most queries name ids. */
export class View {
  readonly #list: () => readonly LakeDocument[]
  readonly #find: ((id: string) => LakeDocument | undefined) | undefined
  #documents: readonly LakeDocument[] | undefined
  #byId: Map<string, LakeDocument> | undefined
  #byType: Map<string, LakeDocument[]> | undefined

  /** `find` returns a document by id without the list. */
  constructor(list: () => readonly LakeDocument[], find?: (id: string) => LakeDocument | undefined) {
    this.#list = list
    this.#find = find
  }

  get documents(): readonly LakeDocument[] {
    this.#documents ??= this.#list()
    return this.#documents
  }

  get(id: string): LakeDocument | undefined {
    if (this.#find) return this.#find(id)
    this.#byId ??= new Map(this.documents.map((document) => [document._id, document]))
    return this.#byId.get(id)
  }

  withIds(ids: readonly string[]): LakeDocument[] {
    return [...new Set(ids)].toSorted().flatMap((id) => this.get(id) ?? [])
  }

  /** The published document with this id and its draft. */
  versionsOf(publishedId: string): LakeDocument[] {
    return this.withIds([publishedId, toDraftId(publishedId)])
  }

  withTypes(types: readonly string[]): readonly LakeDocument[] {
    this.#byType ??= Map.groupBy(this.documents, ({ _type }) => _type)
    const [only = ''] = types
    if (types.length === 1) return this.#byType.get(only) ?? []
    return this.documents.filter(({ _type }) => types.includes(_type))
  }
}

/** Caches the view of each perspective until the next transaction. */
export function createViewCache({
  all,
  get,
}: Pick<Store, 'all' | 'get'>): (perspective: Perspective) => View {
  const views = new Map<Perspective, View>()
  let documents: readonly LakeDocument[] = []
  return (perspective) => {
    const current = all()
    if (current !== documents) views.clear()
    documents = current
    const view =
      views.get(perspective) ??
      new View(
        () => applyPerspective(perspective, current),
        (id) => findInPerspective(perspective, id, get),
      )
    views.set(perspective, view)
    return view
  }
}

/** The one dataset, as the data routes use it. */
export type Dataset = {
  store: Store
  getView: (perspective: Perspective) => View
  projectId: string
  dataset: string
}

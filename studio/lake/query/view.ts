import { lakeErrors } from '../errors.ts'
import { isDraftId, isPublishedId, toDraftId, toPublishedId } from '../mutations/document-id.ts'
import type { LakeDocument, Store } from '../store/types.ts'

/** The documents that a query sees. The lists are built on first use: most queries name ids. */
export class View {
  readonly #list: () => readonly LakeDocument[]
  readonly #find: ((id: string) => LakeDocument | undefined) | undefined
  #documents: readonly LakeDocument[] | undefined
  #byId: Map<string, LakeDocument> | undefined
  #byType: Map<string, LakeDocument[]> | undefined

  /** `find` looks up a document by id without building the list. */
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

/** `raw`: all documents as stored. `drafts`: drafts in place of the published documents, under their ids. */
export type Perspective = 'raw' | 'published' | 'drafts'

/** Since this API version, `published` is the default. */
const publishedByDefaultSince = '2025-02-19'

/** `version` as in the path: `v2025-02-19`, `v1`, `vX`. Throws LakeError 400 for a release. */
export function parsePerspective(value: string | undefined, version: string): Perspective {
  if (!value) return isPublishedByDefault(version) ? 'published' : 'raw'
  const names = value.split(',').map((name) => (name === 'previewDrafts' ? 'drafts' : name))
  const unknown = names.find((name) => !['raw', 'drafts', 'published'].includes(name))
  if (unknown !== undefined)
    throw lakeErrors.badRequest(`The local Content Lake has no releases: it has no perspective "${unknown}"`)
  return names.includes('raw') ? 'raw' : names.includes('drafts') ? 'drafts' : 'published'
}

function isPublishedByDefault(version: string): boolean {
  const date = version.replace(/^v/, '')
  return date === 'X' || date >= publishedByDefaultSince
}

/** The documents that are visible in a perspective. With `drafts`, `_originalId` is the stored id. */
function applyPerspective(
  perspective: Perspective,
  documents: readonly LakeDocument[],
): readonly LakeDocument[] {
  if (perspective === 'raw') return documents
  const published = documents.filter(({ _id }) => isPublishedId(_id))
  if (perspective === 'published') return published
  const drafts = documents.filter(({ _id }) => isDraftId(_id))
  const visible = new Map(
    [...published, ...drafts].map((document) => [toPublishedId(document._id), document]),
  )
  return [...visible]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, document]) => withPublishedId(document, id))
}

/** The document that `applyPerspective` shows under this id. */
function findInPerspective(
  perspective: Perspective,
  id: string,
  get: (id: string) => LakeDocument | undefined,
): LakeDocument | undefined {
  if (perspective === 'raw') return get(id)
  if (!isPublishedId(id)) return undefined
  if (perspective === 'published') return get(id)
  const document = get(toDraftId(id)) ?? get(id)
  return document && withPublishedId(document, id)
}

const renamed = new WeakMap<LakeDocument, LakeDocument>()

/** Returns the same object for the same document: the text for the search is cached by object. */
function withPublishedId(document: LakeDocument, id: string): LakeDocument {
  const cached = renamed.get(document)
  if (cached) return cached
  const copy = { ...document, _id: id, _originalId: document._id }
  renamed.set(document, copy)
  return copy
}

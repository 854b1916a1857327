import { lakeErrors } from '../errors.ts'
import type { Documents } from '../mutations/apply.ts'
import {
  isPublishedId,
  isVersionId,
  toDraftId,
  toPublishedId,
  toVersionId,
} from '../mutations/document-id.ts'
import { isUnpublishing } from '../releases/release.ts'
import { cacheByDocument } from '../store/cache-by-document.ts'
import type { LakeDocument, Store } from '../store/types.ts'

type Get = Documents['get']

/** The documents that a query sees. The lists are built on first use: most queries name ids. */
export class View {
  readonly #source: Documents
  #documents: readonly LakeDocument[] | undefined
  #versions: Map<string, LakeDocument[]> | undefined
  #byType: Map<string, LakeDocument[]> | undefined

  /** `get` of the source looks up a document without building the list. */
  constructor(source: Documents) {
    this.#source = source
  }

  get documents(): readonly LakeDocument[] {
    this.#documents ??= this.#source.all()
    return this.#documents
  }

  get(id: string): LakeDocument | undefined {
    return this.#source.get(id)
  }

  withIds(ids: readonly string[]): LakeDocument[] {
    return [...new Set(ids)].toSorted().flatMap((id) => this.get(id) ?? [])
  }

  /** The published document with this id, its draft and its versions in releases. */
  versionsOf(publishedId: string): LakeDocument[] {
    this.#versions ??= Map.groupBy(
      this.documents.filter(({ _id }) => isVersionId(_id)),
      ({ _id }) => toPublishedId(_id),
    )
    const versions = this.#versions.get(publishedId) ?? []
    return this.withIds([publishedId, toDraftId(publishedId), ...versions.map(({ _id }) => _id)])
  }

  withTypes(types: readonly string[]): readonly LakeDocument[] {
    this.#byType ??= Map.groupBy(this.documents, ({ _type }) => _type)
    const [only = ''] = types
    if (types.length === 1) return this.#byType.get(only) ?? []
    return this.documents.filter(({ _type }) => types.includes(_type))
  }
}

/** Caches the view of each perspective until the next transaction. */
export function createViewCache({ all, get }: Pick<Store, 'all' | 'get'>) {
  const views = new Map<string, View>()
  let documents: readonly LakeDocument[] = []
  return (perspective: Perspective): View => {
    const current = all()
    if (current !== documents) views.clear()
    documents = current
    const name = String(perspective)
    const view = views.get(name) ?? openView(perspective, current, get)
    views.set(name, view)
    return view
  }
}

function openView(perspective: Perspective, documents: readonly LakeDocument[], get: Get): View {
  if (perspective === 'raw') return new View({ all: () => documents, get })
  return new View({
    all: () => applyPerspective(perspective, documents, get),
    get: (id) => findInPerspective(perspective, id, get),
  })
}

/** The one dataset, as the data routes use it. */
export type Dataset = {
  store: Store
  getView: ReturnType<typeof createViewCache>
  projectId: string
  dataset: string
}

/**
 * `raw`: all documents as stored. Otherwise a stack of `drafts`, `published` and releases over the published documents:
 * each document under its published id, as in the first of the stack that has it.
 */
export type Perspective = 'raw' | readonly string[]

/** Since this API version, `published` is the default. `vX` comes after all dates. */
const publishedByDefaultSince = 'v2025-02-19'

/** `version` as in the path: `v2025-02-19`, `v1`, `vX`. A release that does not exist has no documents. */
export function parsePerspective(value: string | undefined, version: string): Perspective {
  if (!value) return version >= publishedByDefaultSince ? [] : 'raw'
  const names = value.split(',').map((name) => (name === 'previewDrafts' ? 'drafts' : name))
  const malformed = names.find((name) => !/^[\w-]+$/.test(name))
  if (malformed !== undefined) throw lakeErrors.badRequest(`There is no perspective "${malformed}"`)
  if (names.includes('raw')) return 'raw'
  return names.join() === 'published' ? [] : names
}

/** The documents that are visible in a stack. `_originalId` is the stored id. */
function applyPerspective(stack: readonly string[], documents: readonly LakeDocument[], get: Get) {
  if (stack.length === 0) return documents.filter(({ _id }) => isPublishedId(_id))
  const ids = new Set(documents.map(({ _id }) => toPublishedId(_id)))
  return [...ids].toSorted().flatMap((id) => findInPerspective(stack, id, get) ?? [])
}

/** The document that `applyPerspective` shows under this id. */
function findInPerspective(stack: readonly string[], id: string, get: Get): LakeDocument | undefined {
  if (!isPublishedId(id)) return undefined
  const layers = stack.map((name) =>
    name === 'published' ? id : name === 'drafts' ? toDraftId(id) : toVersionId(name, id),
  )
  const found = layers.map(get).find((document) => document !== undefined) ?? get(id)
  if (!found || isUnpublishing(found)) return undefined
  return stack.length === 0 ? found : withPublishedId(found)
}

/** The same object for the same document: the text for the search is cached by object. */
const withPublishedId = cacheByDocument((document) => ({
  ...document,
  _id: toPublishedId(document._id),
  _originalId: document._id,
}))

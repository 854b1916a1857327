import { isDraftId, isPublishedId, isVersionId, toPublishedId } from '../mutations/document-id.ts'
import type { LakeDocument } from '../store/types.ts'

/** `raw` shows documents as they are stored; layers show one document for each id, from the first layer that has it. */
export type Perspective = 'raw' | { layers: readonly string[] }

/** From this API version on a query that names no perspective sees published documents only. */
const PUBLISHED_BY_DEFAULT_SINCE = '2025-02-19'

/**
 * A `perspective` parameter: `raw`, `published`, `drafts` (formerly `previewDrafts`), or release names in their order,
 * joined with commas. `version` is that of the path: `v2025-02-19`, `v1`, `vX`.
 */
export function parsePerspective(value: string | undefined, version: string): Perspective {
  if (!value) return isPublishedByDefault(version) ? { layers: ['published'] } : 'raw'
  if (value === 'raw') return 'raw'
  const layers = value.split(',').map((name) => (name === 'previewDrafts' ? 'drafts' : name))
  return { layers: layers.includes('published') ? layers : [...layers, 'published'] }
}

function isPublishedByDefault(version: string): boolean {
  const date = version.replace(/^v/, '')
  return date === 'X' || date >= PUBLISHED_BY_DEFAULT_SINCE
}

/** What a perspective shows of the stored documents. Overlaid ones carry `_originalId`, the id they are stored under. */
export function seeThrough(
  perspective: Perspective,
  documents: readonly LakeDocument[],
): readonly LakeDocument[] {
  if (perspective === 'raw') return documents
  const { layers } = perspective
  if (layers.length === 1) return documents.filter(({ _id }) => isPublishedId(_id))
  const shown = new Map<string, { document: LakeDocument; layer: number }>()
  for (const document of documents) {
    const layer = layers.indexOf(layerOf(document._id))
    const id = toPublishedId(document._id)
    if (layer === -1 || layer > (shown.get(id)?.layer ?? layers.length)) continue
    shown.set(id, { document, layer })
  }
  return [...shown].toSorted(byId).map(([id, { document }]) => overlay(document, id))
}

/** What `seeThrough` shows under this id. */
export function seeOne(
  perspective: Perspective,
  id: string,
  get: (id: string) => LakeDocument | undefined,
): LakeDocument | undefined {
  if (perspective === 'raw') return get(id)
  const { layers } = perspective
  for (const layer of layers) {
    const document = get(idIn(layer, id))
    if (document && layerOf(document._id) === layer)
      return layers.length === 1 ? document : overlay(document, id)
  }
  return undefined
}

function idIn(layer: string, publishedId: string): string {
  if (layer === 'published') return publishedId
  return layer === 'drafts' ? `drafts.${publishedId}` : `versions.${layer}.${publishedId}`
}

function byId([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1
}

const overlaid = new WeakMap<LakeDocument, LakeDocument>()

/** The same object for the same stored document, for those who keep something by it. */
function overlay(document: LakeDocument, id: string): LakeDocument {
  const known = overlaid.get(document)
  if (known) return known
  const shown = { ...document, _id: id, _originalId: document._id }
  overlaid.set(document, shown)
  return shown
}

function layerOf(id: string): string {
  if (isDraftId(id)) return 'drafts'
  return isVersionId(id) ? String(id.split('.')[1]) : 'published'
}

import { lakeErrors } from '../errors.ts'
import { isDraftId, isPublishedId, toDraftId, toPublishedId } from '../mutations/document-id.ts'
import type { LakeDocument } from '../store/types.ts'

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
export function applyPerspective(
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
export function findInPerspective(
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

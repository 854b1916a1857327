import type { Documents } from '../mutations/apply.ts'
import { toDraftId, toPublishedId } from '../mutations/document-id.ts'
import { type Attributes, isAttributes } from '../mutations/parse.ts'
import type { LakeDocument } from '../store/types.ts'
import { isUnpublishing, listVersions, type Release } from './release.ts'

/** The mutations that publish a draft or version: it becomes the published document. */
export function publishVersion({ _system, ...version }: LakeDocument): unknown[] {
  const published = { ...(strengthenOnPublish(version) as LakeDocument), _id: toPublishedId(version._id) }
  return [{ createOrReplace: published }, { delete: { id: version._id } }]
}

/** The mutations that unpublish a document: unless it has a draft, it becomes one. */
export function unpublishDocument(published: LakeDocument, draftId = toDraftId(published._id)): unknown[] {
  return [{ createIfNotExists: { ...published, _id: draftId } }, { delete: { id: published._id } }]
}

/** The mutations that publish all versions of a release, and unpublish the documents that it unpublishes. */
export function publishRelease(release: Release, documents: Documents, publishedAt: Date): unknown[] {
  const versions = listVersions(documents, release.name)
  const mutations = versions.flatMap((version) => {
    if (!isUnpublishing(version)) return publishVersion(version)
    const published = documents.get(toPublishedId(version._id))
    return [...(published ? unpublishDocument(published) : []), { delete: { id: version._id } }]
  })
  return [
    ...mutations,
    endRelease(release, versions, { state: 'published', publishedAt: publishedAt.toISOString() }),
  ]
}

/** The versions are deleted: the release keeps their ids, and the Studio reads them from the history. */
export function endRelease(release: Release, versions: readonly LakeDocument[], set: Attributes): unknown {
  const finalDocumentStates = versions.map(({ _id }) => ({ _key: _id, id: _id }))
  return { patch: { id: release._id, set: { ...set, finalDocumentStates }, unset: ['error'] } }
}

/**
 * A reference to an unpublished document is weak and has `_strengthenOnPublish`; it becomes strong when the referring
 * document is published, unless `_strengthenOnPublish.weak` is set.
 */
function strengthenOnPublish(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strengthenOnPublish)
  if (!isAttributes(value)) return value
  const { _strengthenOnPublish: strengthen, ...rest } = value
  if (typeof value._ref !== 'string' || !isAttributes(strengthen))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, strengthenOnPublish(item)]))
  if (strengthen.weak === true) return rest
  const { _weak, ...strong } = rest
  return strong
}

import type { Documents } from '../mutations/apply.ts'
import { toDraftId } from '../mutations/document-id.ts'
import { type Attributes, isAttributes } from '../mutations/parse.ts'
import type { LakeDocument } from '../store/types.ts'
import {
  actionErrors,
  readAttributes,
  readDraftId,
  readPublishedId,
  readRevision,
  readVersionId,
} from './fields.ts'

type Handler = (action: Attributes, documents: Documents) => unknown[]

const prefix = 'sanity.action.document.'
const handlers: Record<string, Handler> = {
  create: createDraft,
  edit: editDraft,
  publish,
  unpublish,
  discard,
  delete: deleteAll,
  replaceDraft,
  'version.discard': discard,
}

/** The mutations of an action, on the documents after the preceding actions of the request. Throws LakeError 400 or 409. */
export function toMutations(action: Attributes, documents: Documents): unknown[] {
  const { actionType } = action
  if (typeof actionType !== 'string' || !actionType.startsWith('sanity.action.'))
    throw actionErrors.unknown(actionType)
  const name = actionType.startsWith(prefix) ? actionType.slice(prefix.length) : ''
  const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined
  if (!handler) throw actionErrors.notSupported(actionType)
  if (action.purge === true) throw actionErrors.purgeNotSupported()
  return handler(action, documents)
}

function createDraft(action: Attributes, documents: Documents): unknown[] {
  const publishedId = readPublishedId(action)
  const attributes = readAttributes(action, 'attributes')
  const id = readDraftId({ _id: toDraftId(publishedId), ...attributes }, '_id', publishedId)
  if (documents.get(publishedId)) throw actionErrors.exists(publishedId)
  if (!documents.get(id)) return [{ create: { ...attributes, _id: id } }]
  if (action.ifExists === 'ignore') return []
  throw actionErrors.exists(id)
}

function editDraft(action: Attributes, documents: Documents): unknown[] {
  const publishedId = readPublishedId(action)
  const draftId = readVersionId(action, publishedId)
  const { id: _id, query: _query, ...patch } = readAttributes(action, 'patch')
  const edit = { patch: { ...patch, id: draftId } }
  if (documents.get(draftId)) return [edit]
  return [{ create: { ...find(documents, publishedId), _id: draftId } }, edit]
}

function publish(action: Attributes, documents: Documents): unknown[] {
  const publishedId = readPublishedId(action)
  const draftId = readVersionId(action, publishedId)
  const draft = find(documents, draftId)
  expectRevision(documents, draftId, readRevision(action, 'ifDraftRevisionId'))
  expectRevision(documents, draftId, readRevision(action, 'ifVersionRevisionId'))
  expectRevision(documents, publishedId, readRevision(action, 'ifPublishedRevisionId'))
  const published = { ...(strengthenOnPublish(draft) as LakeDocument), _id: publishedId }
  return [{ createOrReplace: published }, { delete: { id: draftId } }]
}

function unpublish(action: Attributes, documents: Documents): unknown[] {
  const publishedId = readPublishedId(action)
  const draftId = readVersionId(action, publishedId)
  const published = find(documents, publishedId)
  return [{ createIfNotExists: { ...published, _id: draftId } }, { delete: { id: publishedId } }]
}

function discard(action: Attributes, documents: Documents): unknown[] {
  return [{ delete: { id: find(documents, readVersionId(action))._id } }]
}

function deleteAll(action: Attributes, documents: Documents): unknown[] {
  const publishedId = readPublishedId(action)
  const { includeVersions, includeDrafts = includeVersions ?? [] } = action
  if (!Array.isArray(includeDrafts))
    throw actionErrors.malformed('"includeVersions" or "includeDrafts" needs an array of IDs')
  const drafts = includeDrafts.map((id: unknown) => readDraftId({ draft: id }, 'draft', publishedId))
  const existingDraft = documents.get(toDraftId(publishedId))
  if (existingDraft && !drafts.includes(existingDraft._id))
    throw actionErrors.draftNotIncluded(existingDraft._id)
  const present = [publishedId, ...drafts].filter((id) => documents.get(id))
  if (present.length === 0) throw actionErrors.notFound(publishedId)
  return present.map((id) => ({ delete: { id } }))
}

function replaceDraft(action: Attributes, documents: Documents): unknown[] {
  const publishedId = readPublishedId(action)
  const attributes = readAttributes(action, 'attributes')
  const id = readDraftId(attributes, '_id', publishedId)
  if (!documents.get(id)) find(documents, publishedId)
  return [{ createOrReplace: attributes }]
}

function find(documents: Documents, id: string): LakeDocument {
  const document = documents.get(id)
  if (!document) throw actionErrors.notFound(id)
  return document
}

function expectRevision(documents: Documents, id: string, expected: string | undefined): void {
  const current = documents.get(id)?._rev
  if (expected !== undefined && current !== expected) throw actionErrors.wrongRevision(id, current, expected)
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

import type { Documents } from '../mutations/apply.ts'
import { isVersionId, toDraftId } from '../mutations/document-id.ts'
import type { Attributes } from '../mutations/parse.ts'
import { publishVersion, unpublishDocument } from '../releases/publish.ts'
import type { LakeDocument } from '../store/types.ts'
import {
  type ActionContext,
  actionErrors,
  type Handler,
  readAttributes,
  readDraftId,
  readGroupId,
  readPublishedId,
  readRevision,
  readVersionId,
} from './fields.ts'
import { releaseHandlers } from './release-actions.ts'

const prefix = 'sanity.action.'
const handlers: Record<string, Handler> = {
  'document.create': createDraft,
  'document.edit': editDraft,
  'document.publish': publish,
  'document.unpublish': unpublish,
  'document.discard': discard,
  'document.delete': deleteAll,
  'document.replaceDraft': replaceDraft,
  'document.version.create': createVersion,
  'document.version.replace': replaceVersion,
  'document.version.unpublish': unpublishWithRelease,
  'document.version.discard': discard,
  ...releaseHandlers,
}

/** Throws LakeError 400 or 409. */
export function toMutations(action: Attributes, context: ActionContext): unknown[] {
  const { actionType } = action
  if (typeof actionType !== 'string' || !actionType.startsWith(prefix)) throw actionErrors.unknown(actionType)
  const name = actionType.slice(prefix.length)
  const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined
  if (!handler) throw actionErrors.notSupported(actionType)
  if (action.purge === true) throw actionErrors.purgeNotSupported()
  return handler(action, context)
}

function createDraft(action: Attributes, { documents }: ActionContext): unknown[] {
  const publishedId = readPublishedId(action)
  const attributes = readAttributes(action, 'attributes')
  const id = readDraftId({ _id: toDraftId(publishedId), ...attributes }, '_id', publishedId)
  if (documents.get(publishedId)) throw actionErrors.exists(publishedId)
  if (!documents.get(id)) return [{ create: { ...attributes, _id: id } }]
  if (action.ifExists === 'ignore') return []
  throw actionErrors.exists(id)
}

function editDraft(action: Attributes, { documents }: ActionContext): unknown[] {
  const publishedId = readPublishedId(action)
  const draftId = readVersionId(action, publishedId)
  const { id: _id, query: _query, ...patch } = readAttributes(action, 'patch')
  const edit = { patch: { ...patch, id: draftId } }
  if (documents.get(draftId)) return [edit]
  return [{ create: { ...find(documents, publishedId), _id: draftId } }, edit]
}

function publish(action: Attributes, { documents }: ActionContext): unknown[] {
  const publishedId = readPublishedId(action)
  const draftId = readVersionId(action, publishedId)
  const draft = find(documents, draftId)
  expectRevision(documents, draftId, readRevision(action, 'ifDraftRevisionId'))
  expectRevision(documents, draftId, readRevision(action, 'ifVersionRevisionId'))
  expectRevision(documents, publishedId, readRevision(action, 'ifPublishedRevisionId'))
  return publishVersion(draft)
}

function unpublish(action: Attributes, { documents }: ActionContext): unknown[] {
  const publishedId = readPublishedId(action)
  const draftId = readVersionId(action, publishedId)
  return unpublishDocument(find(documents, publishedId), draftId)
}

function discard(action: Attributes, { documents }: ActionContext): unknown[] {
  return [{ delete: { id: find(documents, readVersionId(action))._id } }]
}

function deleteAll(action: Attributes, { documents }: ActionContext): unknown[] {
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

function replaceDraft(action: Attributes, { documents }: ActionContext): unknown[] {
  const publishedId = readPublishedId(action)
  const attributes = readAttributes(action, 'attributes')
  const id = readDraftId(attributes, '_id', publishedId)
  if (!documents.get(id)) find(documents, publishedId)
  return [{ createOrReplace: attributes }]
}

/** A version, or a draft, with the given content or that of another version. */
function createVersion(action: Attributes, { documents }: ActionContext): unknown[] {
  const publishedId = readPublishedId(action)
  if (action.document !== undefined) {
    const document = readAttributes(action, 'document')
    return [{ create: { ...document, _id: readDraftId(document, '_id', publishedId) } }]
  }
  const id = readDraftId(action, 'versionId', publishedId)
  const { _system, ...base } = find(documents, readGroupId(action, 'baseId', publishedId))
  expectRevision(documents, base._id, readRevision(action, 'ifBaseRevisionId'))
  return [{ create: { ...base, ...(isVersionId(id) && _system !== undefined && { _system }), _id: id } }]
}

function replaceVersion(action: Attributes, { documents }: ActionContext): unknown[] {
  const document = readAttributes(action, 'document')
  return [{ createOrReplace: { ...document, _id: find(documents, readDraftId(document, '_id'))._id } }]
}

/** Marks a version, so that publishing its release unpublishes the document. */
function unpublishWithRelease(action: Attributes, { documents }: ActionContext): unknown[] {
  const published = find(documents, readPublishedId(action))
  const id = readVersionId(action, published._id)
  if (!isVersionId(id)) throw actionErrors.malformed('"versionId" needs the ID of a version in a release')
  const set = { '_system.delete': true }
  return [
    ...(documents.get(id) ? [] : [{ create: { ...published, _id: id } }]),
    { patch: { id, setIfMissing: { _system: {} }, set } },
  ]
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

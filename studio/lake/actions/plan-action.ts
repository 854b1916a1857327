import { toDraftId } from '../mutations/document-id.ts'
import type { Attributes } from '../mutations/parse.ts'
import type { LakeDocument } from '../store/types.ts'
import { actionErrors } from './errors.ts'
import { readAttributes, readDraftId, readPublishedId, readRevision, readVersionId } from './fields.ts'
import { strengthenOnPublish } from './strengthen.ts'

/** What an action sees: the dataset with the actions before it done. */
export type Dataset = { get(id: string): LakeDocument | undefined; all(): readonly LakeDocument[] }
type Plan = (action: Attributes, dataset: Dataset) => unknown[]

const prefix = 'sanity.action.document.'
const plans: Record<string, Plan> = {
  create: createDraft,
  edit: editDraft,
  publish,
  unpublish,
  discard,
  delete: deleteAll,
  replaceDraft,
  'version.discard': discard,
}

/** The mutations that do an action. Throws a refusal for one that cannot be done. */
export function planAction(action: Attributes, dataset: Dataset): unknown[] {
  const { actionType } = action
  if (typeof actionType !== 'string' || !actionType.startsWith('sanity.action.'))
    throw actionErrors.unknown(actionType)
  const name = actionType.startsWith(prefix) ? actionType.slice(prefix.length) : ''
  const plan = Object.hasOwn(plans, name) ? plans[name] : undefined
  if (!plan) throw actionErrors.notSupported(actionType)
  if (action.purge === true) throw actionErrors.purgeNotSupported()
  return plan(action, dataset)
}

function createDraft(action: Attributes, dataset: Dataset): unknown[] {
  const publishedId = readPublishedId(action)
  const attributes = readAttributes(action, 'attributes')
  const id = readDraftId({ _id: toDraftId(publishedId), ...attributes }, '_id', publishedId)
  if (dataset.get(publishedId)) throw actionErrors.exists(publishedId)
  if (!dataset.get(id)) return [{ create: { ...attributes, _id: id } }]
  if (action.ifExists === 'ignore') return []
  throw actionErrors.exists(id)
}

function editDraft(action: Attributes, dataset: Dataset): unknown[] {
  const publishedId = readPublishedId(action)
  const draftId = readVersionId(action, publishedId)
  const { id: _id, query: _query, ...patch } = readAttributes(action, 'patch')
  const edit = { patch: { ...patch, id: draftId } }
  if (dataset.get(draftId)) return [edit]
  return [{ create: { ...find(dataset, publishedId), _id: draftId } }, edit]
}

function publish(action: Attributes, dataset: Dataset): unknown[] {
  const publishedId = readPublishedId(action)
  const draftId = readVersionId(action, publishedId)
  const draft = find(dataset, draftId)
  expectRevision(dataset, draftId, readRevision(action, 'ifDraftRevisionId'))
  expectRevision(dataset, draftId, readRevision(action, 'ifVersionRevisionId'))
  expectRevision(dataset, publishedId, readRevision(action, 'ifPublishedRevisionId'))
  const published = { ...(strengthenOnPublish(draft) as LakeDocument), _id: publishedId }
  return [{ createOrReplace: published }, { delete: { id: draftId } }]
}

function unpublish(action: Attributes, dataset: Dataset): unknown[] {
  const publishedId = readPublishedId(action)
  const draftId = readVersionId(action, publishedId)
  const published = find(dataset, publishedId)
  return [{ createIfNotExists: { ...published, _id: draftId } }, { delete: { id: publishedId } }]
}

function discard(action: Attributes, dataset: Dataset): unknown[] {
  return [{ delete: { id: find(dataset, readVersionId(action))._id } }]
}

function deleteAll(action: Attributes, dataset: Dataset): unknown[] {
  const publishedId = readPublishedId(action)
  const { includeVersions, includeDrafts = includeVersions ?? [] } = action
  if (!Array.isArray(includeDrafts))
    throw actionErrors.malformed('"includeVersions" or "includeDrafts" needs an array of IDs')
  const drafts = includeDrafts.map((id: unknown) => readDraftId({ draft: id }, 'draft', publishedId))
  const forgotten = dataset.get(toDraftId(publishedId))
  if (forgotten && !drafts.includes(forgotten._id)) throw actionErrors.draftNotIncluded(forgotten._id)
  const present = [publishedId, ...drafts].filter((id) => dataset.get(id))
  if (present.length === 0) throw actionErrors.notFound(publishedId)
  return present.map((id) => ({ delete: { id } }))
}

function replaceDraft(action: Attributes, dataset: Dataset): unknown[] {
  const publishedId = readPublishedId(action)
  const attributes = readAttributes(action, 'attributes')
  const id = readDraftId(attributes, '_id', publishedId)
  if (!dataset.get(id)) find(dataset, publishedId)
  return [{ createOrReplace: attributes }]
}

function find(dataset: Dataset, id: string): LakeDocument {
  const document = dataset.get(id)
  if (!document) throw actionErrors.notFound(id)
  return document
}

function expectRevision(dataset: Dataset, id: string, expected: string | undefined): void {
  const current = dataset.get(id)?._rev
  if (expected !== undefined && current !== expected) throw actionErrors.wrongRevision(id, current, expected)
}

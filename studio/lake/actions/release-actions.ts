import { findDocumentAt } from '../history/statements.ts'
import { pathsOf, type Attributes } from '../mutations/parse.ts'
import { endRelease, publishRelease } from '../releases/publish.ts'
import {
  findRelease,
  listVersions,
  type Release,
  releasePath,
  releaseType,
  wrongState,
} from '../releases/release.ts'
import { type ActionContext, actionErrors, type Handler, readAttributes, readInstant } from './fields.ts'

export const releaseHandlers: Record<string, Handler> = {
  'release.create': create,
  'release.edit': edit,
  'release.import': importRelease,
  'release.publish': (action, context) =>
    publishRelease(expectState(action, context, 'publish', ['active']), context.documents, context.now),
  'release.schedule': schedule,
  'release.unschedule': unschedule,
  'release.archive': archive,
  'release.unarchive': unarchive,
  'release.delete': deleteRelease,
}

/** Perspectives with a meaning of their own. */
const reservedIds = new Set(['raw', 'published', 'drafts', 'previewDrafts'])

function readReleaseId({ releaseId }: Attributes): string {
  if (typeof releaseId === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(releaseId) && !reservedIds.has(releaseId))
    return releaseId
  throw actionErrors.malformed('"releaseId" needs 1 to 64 letters, digits, "_" or "-"')
}

function readRelease(action: Attributes, { documents }: ActionContext): Release {
  const releaseId = readReleaseId(action)
  const release = findRelease(documents, releaseId)
  if (!release) throw actionErrors.notFound(releasePath + releaseId)
  return release
}

function expectState(action: Attributes, context: ActionContext, verb: string, states: Release['state'][]) {
  const release = readRelease(action, context)
  if (!states.includes(release.state)) throw wrongState(release, `cannot be changed by "${verb}"`)
  return release
}

function create(action: Attributes, { identity }: ActionContext): unknown[] {
  const name = readReleaseId(action)
  const given = action.metadata === undefined ? {} : readAttributes(action, 'metadata')
  const metadata = { releaseType: 'undecided', ...given }
  const _id = releasePath + name
  return [{ create: { _id, _type: releaseType, name, state: 'active', userId: identity, metadata } }]
}

function edit(action: Attributes, context: ActionContext): unknown[] {
  const { _id } = readRelease(action, context)
  const { id: _, query: _query, ...patch } = readAttributes(action, 'patch')
  if (!pathsOf(patch).every((path) => /^metadata\b/.test(path)))
    throw actionErrors.malformed('"patch" may change "metadata" only')
  return [{ patch: { ...patch, id: _id } }]
}

/** The schedule is in the document: `releases/schedule.ts` publishes it when the time has come, past or not. */
function schedule(action: Attributes, context: ActionContext): unknown[] {
  const { _id } = expectState(action, context, 'schedule', ['active', 'scheduled'])
  const set = { state: 'scheduled', publishAt: readInstant(action, 'publishAt'), userId: context.identity }
  return [{ patch: { id: _id, set, unset: ['error'] } }]
}

function unschedule(action: Attributes, context: ActionContext): unknown[] {
  const { _id } = expectState(action, context, 'unschedule', ['scheduled'])
  return [{ patch: { id: _id, set: { state: 'active' }, unset: ['publishAt'] } }]
}

function archive(action: Attributes, context: ActionContext): unknown[] {
  const release = expectState(action, context, 'archive', ['active'])
  const versions = listVersions(context.documents, release.name)
  return [
    ...versions.map(({ _id }) => ({ delete: { id: _id } })),
    endRelease(release, versions, { state: 'archived' }),
  ]
}

function unarchive(action: Attributes, context: ActionContext): unknown[] {
  const { _id, finalDocumentStates = [] } = expectState(action, context, 'unarchive', ['archived'])
  const versions = finalDocumentStates.flatMap(({ id }) => findDocumentAt(context.database, id, 'last') ?? [])
  return [
    ...versions.map((version) => ({ create: version })),
    { patch: { id: _id, set: { state: 'active' }, unset: ['finalDocumentStates'] } },
  ]
}

function deleteRelease(action: Attributes, context: ActionContext): unknown[] {
  const { _id, name } = expectState(action, context, 'delete', ['published', 'archived'])
  const versions = listVersions(context.documents, name)
  return [_id, ...versions.map((version) => version._id)].map((id) => ({ delete: { id } }))
}

/**
 * For @sanity/import. A scheduled release becomes active: it would be published while its versions are still being
 * imported, or at once if its time is over.
 */
function importRelease(action: Attributes, context: ActionContext): unknown[] {
  const name = readReleaseId(action)
  const field = action.attributes === undefined ? 'document' : 'attributes'
  const { publishAt, ...attributes } = readAttributes(action, field)
  const isScheduled = attributes.state === 'scheduled'
  const release = {
    ...attributes,
    ...(isScheduled ? { state: 'active' } : publishAt !== undefined && { publishAt }),
    _id: releasePath + name,
    _type: releaseType,
    name,
  }
  const existing = findRelease(context.documents, name)
  if (!existing || action.ifExists === 'replace') return [{ createOrReplace: release }]
  if (action.ifExists === 'ignore') return []
  throw actionErrors.exists(existing._id)
}

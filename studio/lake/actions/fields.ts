import type { DatabaseSync } from 'node:sqlite'
import { LakeError } from '../errors.ts'
import { type Documents, isInstant } from '../mutations/apply.ts'
import { isDocumentId, toPublishedId } from '../mutations/document-id.ts'
import { toMutationErrorDetails, mutationError, mutationErrors } from '../mutations/errors.ts'
import { type Attributes, isAttributes } from '../mutations/parse.ts'

export type ActionContext = {
  /** After the preceding actions of the request. */
  documents: Documents
  /** For the history. */
  database: DatabaseSync
  identity: string
  now: Date
}

/** The mutations of an action. Throws LakeError 400 or 409. */
export type Handler = (action: Attributes, context: ActionContext) => unknown[]

/** Each reader throws LakeError 400 if the field is missing or invalid. */
function readId(action: Attributes, name: string): string {
  const id = action[name]
  if (!isDocumentId(id)) throw actionErrors.malformed(`"${name}" needs the ID of a document`)
  return id
}

export function readPublishedId(action: Attributes): string {
  const id = readId(action, 'publishedId')
  if (toPublishedId(id) !== id)
    throw actionErrors.malformed('"publishedId" needs the ID of a published document')
  return id
}

/** The id of a draft or version in `versionId`, or in `draftId`, the older name of that field. */
export function readVersionId(action: Attributes, publishedId?: string): string {
  if (action.versionId === undefined) return readDraftId(action, 'draftId', publishedId)
  const id = readDraftId(action, 'versionId', publishedId)
  if (action.draftId !== undefined && action.draftId !== id)
    throw actionErrors.malformed('"versionId" and "draftId" must name the same document')
  return id
}

/** The id of a draft or version; if `publishedId` is given, of that document. */
export function readDraftId(action: Attributes, name: string, publishedId?: string): string {
  const id = readId(action, name)
  if (toPublishedId(id) === id || (publishedId !== undefined && toPublishedId(id) !== publishedId))
    throw actionErrors.malformed(
      `"${name}" needs the ID of a draft or version${publishedId ? ` of "${publishedId}"` : ''}`,
    )
  return id
}

/** The id of a document, or of its draft or one of its versions. */
export function readGroupId(action: Attributes, name: string, publishedId: string): string {
  const id = readId(action, name)
  if (toPublishedId(id) === publishedId) return id
  throw actionErrors.malformed(`"${name}" needs the ID of "${publishedId}", its draft or a version of it`)
}

export function readAttributes(action: Attributes, name: string): Attributes {
  const attributes = action[name]
  if (!isAttributes(attributes)) throw actionErrors.malformed(`"${name}" needs an object`)
  return attributes
}

export function readRevision(action: Attributes, name: string): string | undefined {
  const revision = action[name]
  if (revision !== undefined && typeof revision !== 'string')
    throw actionErrors.malformed(`"${name}" needs a revision ID`)
  return revision
}

/** ISO 8601 in UTC. */
export function readInstant(action: Attributes, name: string): string {
  const time = action[name]
  if (!isInstant(time)) throw actionErrors.malformed(`"${name}" needs a time like 2025-01-31T12:00:00Z`)
  return new Date(time).toISOString()
}

function notSupported(description: string): LakeError {
  return mutationError(400, { type: 'actionNotSupportedError', description })
}

export const actionErrors = {
  ...mutationErrors,
  notSupported: (actionType: string) =>
    notSupported(`The local Content Lake has no variants: it cannot do "${actionType}"`),
  purgeNotSupported: () => notSupported('The local Content Lake keeps all history: "purge" is refused'),
  unknown: (actionType: unknown) =>
    mutationErrors.malformed(`Unknown action type ${JSON.stringify(actionType) ?? 'undefined'}`),
  draftNotIncluded: (id: string) =>
    mutationError(409, {
      type: 'validationError',
      description: `"${id}" exists and is not named in "includeDrafts"`,
    }),
}

/** Turns the error of a mutation into that of the action, with its index in the request if it is known. */
export function toActionError(error: unknown, index?: number): unknown {
  const found = toMutationErrorDetails(error)
  if (!found) return error
  return new LakeError(found.status, {
    type: 'actionError',
    description: `The action(s) failed: ${found.details.description}`,
    items: [{ ...(index !== undefined && { index }), error: found.details }],
  })
}

import { isDocumentId, toPublishedId } from '../mutations/document-id.ts'
import { type Attributes, isAttributes } from '../mutations/parse.ts'
import { actionErrors } from './errors.ts'

/** Each reader throws LakeError 400 if the field is missing or invalid. */
export function readId(action: Attributes, name: string): string {
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

/** The draft, as `versionId` or under its former name `draftId`. */
export function readVersionId(action: Attributes, publishedId?: string): string {
  if (action.versionId === undefined) return readDraftId(action, 'draftId', publishedId)
  const id = readDraftId(action, 'versionId', publishedId)
  if (action.draftId !== undefined && action.draftId !== id)
    throw actionErrors.malformed('"versionId" and "draftId" name two documents')
  return id
}

/** The id of a draft or version, of the published document if one is given. */
export function readDraftId(action: Attributes, name: string, publishedId?: string): string {
  const id = readId(action, name)
  if (toPublishedId(id) === id || (publishedId !== undefined && toPublishedId(id) !== publishedId))
    throw actionErrors.malformed(
      `"${name}" needs the ID of a draft or version${publishedId ? ` of "${publishedId}"` : ''}`,
    )
  return id
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

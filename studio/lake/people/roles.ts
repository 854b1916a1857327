export const roles = ['administrator', 'editor', 'organiser', 'moderator'] as const

/**
 * `administrator`: everything, and the people. `editor`: all documents. `organiser`: the documents of some types.
 * `moderator`: no documents.
 */
export type Role = (typeof roles)[number]

/** Whoever sends a request. `types`: the document types that they may read and write; undefined for all. */
export type Caller = { id: string; name: string; role: Role; types: readonly string[] | undefined }

/** The only user of a Studio without people. Their id is the author of all their changes. */
export const localEditor: Caller = {
  id: 'local-editor',
  name: 'Local editor',
  role: 'administrator',
  types: undefined,
}

export const program: Caller = { ...localEditor, id: 'write-token', name: 'Program with the write token' }

/** Images and files belong to no type in particular. A `sanity.previewUrlSecret` would open drafts of all types. */
const sharedTypes = ['sanity.imageAsset', 'sanity.fileAsset']

/** The document types that a role may read and write; undefined for all. */
export function typesOf(role: Role, organiserTypes: readonly string[]): readonly string[] | undefined {
  if (role === 'organiser') return [...organiserTypes, ...sharedTypes]
  return role === 'moderator' ? [] : undefined
}

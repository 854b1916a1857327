/** Paths of pages that show an earlier version. `since` is ISO 8601 in UTC. */
export type StalePages = { pages: string[]; since: string; reason: string }

/** `GET /api/publishing/{documentId}`: what visitors see of a document. */
export type PublishStatus = {
  /** Each `_rev` that visitors see: several while some pages show an earlier one, none if they do not see the document. */
  revisions: string[]
  /** Pages that show an earlier revision because the content is faulty. */
  stale?: StalePages
  /** Why visitors do not see a newer revision, with document and field. */
  reason?: string
  /** A static host builds the site; `revisions` has the one that it was told of. */
  isHandedOver?: true
  path?: string
}

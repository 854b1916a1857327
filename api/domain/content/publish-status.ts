/** Paths of pages that show an earlier version. `since` is ISO 8601 in UTC. */
export type StalePages = { pages: string[]; since: string; reason: string }

/** `GET /api/publishing/{documentId}`: what visitors see of a document. Null if the site does not know it. */
export type PublishStatus = {
  /** The `_rev` that this status describes. The site has not received a newer one yet. */
  revision: string
  /**
   * `live` and `removed`: visitors see the change. `failed`: they see the earlier version, if there is one. `handed over`: a
   * static host was told to build the site.
   */
  state: 'live' | 'failed' | 'removed' | 'handed over'
  /** Since when, ISO 8601 in UTC. For documents that were live when the site started, the time of their change. */
  at: string
  /** From the document's change to `at`, if the site saw it become live. */
  milliseconds?: number
  /** Why it failed, with document and field. */
  reason?: string
  /** If `failed`: there is no earlier version, so visitors do not see the document. */
  isAbsent?: true
  /** Pages that still show an earlier revision because the content is faulty. If `failed`, all pages that show it. */
  stale?: StalePages
  path?: string
}

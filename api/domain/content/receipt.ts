/** Paths of pages that show an earlier version. `since` is ISO 8601 in UTC. */
export type StalePages = { pages: string[]; since: string; reason: string }

/** The publish status of a document, which `/api/publishing` sends to the Studio. `revision` is the `_rev`. */
export type Receipt = {
  documentId: string
  revision: string
  /**
   * `live` and `removed`: visitors see the change. `failed`: they see the earlier version. `handed over`: a static host
   * was told to build the site.
   */
  state: 'publishing' | 'live' | 'failed' | 'removed' | 'handed over'
  /**
   * Since when, ISO 8601 in UTC. While publishing, and for documents that were live when the site started, the time of
   * the document's change.
   */
  at: string
  /** From the document's change to `at`, if the site saw it become live or go. */
  milliseconds?: number
  /** Why it failed, with document and field. */
  reason?: string
  /** Pages that still show an earlier revision because the content is faulty. If `failed`, all pages that show it. */
  stale?: StalePages
  path?: string
}

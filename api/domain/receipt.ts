/** Pages that stay as they were, by their paths: since when, ISO 8601 in UTC, and why. */
export type StalePages = { pages: string[]; since: string; reason: string }

/**
 * What the site says of a document of the content: `/api/publishing` tells it, the Studio reads it. `revision` is the
 * `_rev` that it is said of.
 */
export type Receipt = {
  documentId: string
  revision: string
  /**
   * `live` and `removed` once visitors get it so; `failed` says why they get what was there before. `handed over` where
   * a host was told to build the site, which says nothing of when visitors get it.
   */
  state: 'publishing' | 'live' | 'failed' | 'removed' | 'handed over'
  /**
   * Since when, ISO 8601 in UTC. Of what was live before this process of the site began, or is still to come, when
   * the document was changed.
   */
  at: string
  /** From the document's change to `at`, where the site saw it become live or go. */
  milliseconds?: number
  /** Why it failed, in words that name document and field. */
  reason?: string
  /**
   * The pages that still show an earlier revision, since the content makes no whole page. Where the document failed
   * these are all that show it.
   */
  stale?: StalePages
  /** Where visitors see it, below the site's address. */
  path?: string
}

/** The version of Sanity's API that every query and every client here is written for. */
export const apiVersion = '2025-02-19'

/**
 * Where the content is read from: a dataset of a hosted project, or of the Content Lake at `apiHost` (an origin) on
 * this machine. With `published` drafts are not seen; `drafts` shows them in place of what they change, and takes a
 * `token` that may read them.
 */
export type ContentSettings = {
  projectId: string
  dataset: string
  apiHost?: string
  token?: string
  perspective: 'published' | 'drafts'
}

/** The version of Sanity's API. */
export const apiVersion = '2025-02-19'

/** A dataset of a hosted project, or of the Content Lake at the origin `apiHost`. `drafts` needs a `token`. */
export type ContentSettings = {
  projectId: string
  dataset: string
  apiHost?: string
  token?: string
  perspective: 'published' | 'drafts'
}

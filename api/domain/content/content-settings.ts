/** The version of Sanity's API. */
export const apiVersion = '2025-02-19'

/** A dataset of a hosted project, or of the Content Lake at the origin `apiHost`. All but `published` need a `token`. */
export type ContentSettings = {
  projectId: string
  dataset: string
  apiHost?: string
  token?: string
  /** An array is a stack of releases and drafts, the first before the others. */
  perspective: 'published' | 'drafts' | string[]
}

/** For rendering a preview. The token may read drafts and the versions of releases. */
export type DraftAccess = { token: string; perspective: string[] }

/** What a secret opens: previews of all pages, or of events only. */
export type PreviewScope = 'all' | 'events'

/**
 * The types of the documents with the secrets of previews, and of drafts that are shared with others. The Content Lake
 * knows them by their names, which end in `PreviewSecret`, and keeps them out of exports.
 */
export const secretTypes = {
  preview: { all: 'sanity.previewUrlSecret', events: 'eventPreviewSecret' },
  sharedDraft: { all: 'sharedPagePreviewSecret', events: 'sharedEventPreviewSecret' },
} as const

/** The types of the documents that organisers may read and write in the local Studio. */
export const organiserTypes = [
  'event',
  'venue',
  'importSource',
  secretTypes.preview.events,
  secretTypes.sharedDraft.events,
]

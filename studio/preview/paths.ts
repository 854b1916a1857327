import { findPage } from '#domain/document-page.ts'

/** Finds the page of the site that shows a document, by the id that it is published under. */
type PathFinder = (documentId: string) => string

/** How pages of documents of a type are found, or undefined where none shows them that can be previewed. */
export function findPreviewPath(schemaType: string): PathFinder | undefined {
  if (schemaType === 'event') return (documentId) => `/event/${documentId}`
  const path = findPage(schemaType)
  return path === undefined ? undefined : () => path
}

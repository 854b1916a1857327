import { documentPages } from '#domain/document-page.ts'
import type { Language } from '#domain/language.ts'

/** `/event/` and the id of its document, which is no draft's. */
const eventForm = /^\/event\/([A-Za-z0-9_][\w-]*(?:\.[\w-]+)*)$/

/** Whether a page can be previewed: that of an event, or one that is made of documents alone. */
export function isPreviewable(path: string): boolean {
  return documentPages.has(path) || readEventId(path) !== undefined
}

/** The document of an event whose page a path is. */
export function readEventId(path: string): string | undefined {
  const [, id] = eventForm.exec(path) ?? []
  return id?.startsWith('drafts.') || id?.startsWith('versions.') ? undefined : id
}

/** Where the preview of a page is; without a language it is in that of the visitor's cookie. */
export function previewOf(path: string, secret: string, language?: Language): string {
  const query = { path, secret, ...(language && { language }) }
  return `/api/preview?${new URLSearchParams(query)}`
}

/** Where the preview finds an image of the content, which the site has at `/images/…` only once it is published. */
export function previewImage(path: string, secret: string): string {
  return `/api/preview${path}?${new URLSearchParams({ secret })}`
}

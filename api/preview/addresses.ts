import type { Language } from '#domain/language.ts'

/** The pages that can be previewed, beside those of events: what is made of content alone. */
const previewable: ReadonlySet<string> = new Set([
  '/',
  '/about',
  '/apply',
  '/mentors',
  '/sponsors',
  '/team',
  '/contact',
])

/** `/event/` and the id of its document, which is no draft's. */
const eventForm = /^\/event\/([A-Za-z0-9_][\w-]*(?:\.[\w-]+)*)$/

export function isPreviewable(path: string): boolean {
  return previewable.has(path) || readEventId(path) !== undefined
}

/** The document of an event whose page a path is. */
export function readEventId(path: string): string | undefined {
  const [, id] = eventForm.exec(path) ?? []
  return id?.startsWith('drafts.') || id?.startsWith('versions.') ? undefined : id
}

/** Where the preview of a page is, in English unless it is said otherwise. */
export function previewOf(path: string, secret: string, language: Language = 'en'): string {
  const query = { path, secret, ...(language !== 'en' && { language }) }
  return `/api/preview?${new URLSearchParams(query)}`
}

/** Where the preview finds an image of the content, which the site has at `/images/…` only once it is published. */
export function previewImage(path: string, secret: string): string {
  return `/api/preview${path}?${new URLSearchParams({ secret })}`
}

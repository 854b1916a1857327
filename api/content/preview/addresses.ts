import type { Language } from '#domain/language.ts'
import { documentPages } from '#domain/pages/pages.ts'

/** `/event/` and the id of a document. */
const eventPattern = /^\/event\/([A-Za-z0-9_][\w-]*(?:\.[\w-]+)*)$/

export function isPreviewable(path: string): boolean {
  return documentPages.has(path) || readEventId(path) !== undefined
}

export function readEventId(path: string): string | undefined {
  const [, id] = eventPattern.exec(path) ?? []
  return id?.startsWith('drafts.') || id?.startsWith('versions.') ? undefined : id
}

/** Without a language the visitor's cookie decides. */
export function previewPath(path: string, secret: string, language?: Language): string {
  const query = { path, secret, ...(language && { language }) }
  return `/api/preview?${new URLSearchParams(query)}`
}

/** Images are at `/images/…` only once they are published. */
export function previewImagePath(path: string, secret: string): string {
  return `/api/preview${path}?${new URLSearchParams({ secret })}`
}

import type { PreviewScope } from '#domain/content/content-settings.ts'
import type { Language } from '#domain/language.ts'
import { documentPages } from '#domain/pages/pages.ts'

const eventPattern = /^\/event\/([A-Za-z0-9_][\w-]*(?:\.[\w-]+)*)$/

export function isPreviewable(path: string, scope: PreviewScope): boolean {
  return (scope === 'all' && documentPages.has(path)) || readEventId(path) !== undefined
}

export function readEventId(path: string): string | undefined {
  const [, id] = eventPattern.exec(path) ?? []
  return id?.startsWith('drafts.') || id?.startsWith('versions.') ? undefined : id
}

/** `perspective`: `drafts`, or the Studio's stack of releases and drafts, separated by commas. */
export type ImageView = { secret: string; perspective: string }
export type PreviewView = ImageView & { scope: PreviewScope }

const defaultPerspective = 'drafts'

/** Undefined if it cannot be a perspective. */
export function readPerspective(text = defaultPerspective): string | undefined {
  return /^[\w-]+(?:,[\w-]+)*$/.test(text) && !text.split(',').includes('raw') ? text : undefined
}

export function viewParameters({ secret, perspective }: ImageView): Record<string, string> {
  return { secret, ...(perspective !== defaultPerspective && { perspective }) }
}

export function previewPath(path: string, view: PreviewView, language: Language): string {
  const query = { path, ...viewParameters(view), language }
  return `/api/preview?${new URLSearchParams(query)}`
}

/** Opens one page with its draft, for people without an account. */
export const sharedDraftPath = '/api/preview/shared'

/** Images are at `/images/…` only once they are published. */
export function previewImagePath(path: string, view: ImageView): string {
  return `/api/preview${path}?${new URLSearchParams(viewParameters(view))}`
}

/** The pages that can be previewed: those that are made of content alone. */
const previewable: ReadonlySet<string> = new Set([
  '/',
  '/about',
  '/apply',
  '/mentors',
  '/sponsors',
  '/team',
  '/contact',
])

export function isPreviewable(path: string): boolean {
  return previewable.has(path)
}

/** Where the preview of a page is. */
export function previewOf(path: string, secret: string): string {
  return `/api/preview?${new URLSearchParams({ path, secret })}`
}

/** Where the preview finds an image of the content, which the site has at `/images/…` only once it is published. */
export function previewImage(path: string, secret: string): string {
  return `/api/preview${path}?${new URLSearchParams({ secret })}`
}

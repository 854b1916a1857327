import { ContentError } from '#domain/content/content-error.ts'
import { searchDescription } from '#domain/pages/page-head.ts'
import { isFeedPath } from '#domain/feeds.ts'
import { listRoutes, pages, withoutPrefix } from '#domain/pages/pages.ts'
import type { ScannedElement } from '../html/scan-elements.ts'

/** Throws ContentError for a path of this site that is neither a route nor a file. */
export function checkLinks(
  file: string,
  elements: readonly ScannedElement[],
  isFile: (path: string) => boolean,
): void {
  for (const { attributes } of elements) {
    for (const target of [attributes.get('href'), attributes.get('src')]) {
      if (target === undefined || !isOwn(target)) continue
      const path = withoutPrefix(new URL(target, 'http://site').pathname)
      if (!isRoute(path) && !isFile(path.slice(1))) {
        throw new ContentError(`${file} links to ${target}, which does not exist`)
      }
    }
  }
}

/** `//` begins the name of another host. */
function isOwn(target: string): boolean {
  return /^\/(?!\/)/.test(target)
}

/** Path patterns: `:name` stands for any one segment. */
const routes = pages
  .flatMap((page) => listRoutes(page))
  .map((route) => new RegExp(`^${route.replace(/:[^/]+/g, '[^/]+')}$`))

function isRoute(path: string): boolean {
  return path === searchDescription || isFeedPath(path) || routes.some((route) => route.test(path))
}

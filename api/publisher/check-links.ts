import { listRoutes, pages } from './pages.ts'
import { type Element, readAttribute } from './visit-elements.ts'

/** A page links to a path of this site where there is nothing. The message names both. */
export class LinkError extends Error {
  override name = 'LinkError'
}

/** Throws LinkError where a page links to a path of this site that no route answers and that is no file. */
export function checkLinks(
  file: string,
  elements: readonly Element[],
  isFile: (path: string) => boolean,
): void {
  for (const element of elements) {
    for (const target of [readAttribute(element, 'href'), readAttribute(element, 'src')]) {
      if (target === undefined || !isOwn(target)) continue
      const { pathname } = new URL(target, 'http://site')
      if (!isRoute(pathname) && !isFile(pathname.slice(1))) {
        throw new LinkError(`${file} links to ${target}, where there is nothing`)
      }
    }
  }
}

/** Two slashes would name another host. */
function isOwn(target: string): boolean {
  return /^\/(?!\/)/.test(target)
}

/** The forms of all paths of pages: a part that begins with a colon stands for any. */
const routes = pages
  .flatMap((page) => listRoutes(page))
  .map((route) => new RegExp(`^${route.replace(/:[^/]+/g, '[^/]+')}$`))

function isRoute(pathname: string): boolean {
  return routes.some((route) => route.test(pathname))
}

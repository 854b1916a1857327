import { listRoutes, localPages, matchesRoute, pages } from './pages.ts'
import type { ReleaseFiles } from './render.ts'
import { readAttribute, visitElements } from './visit-elements.ts'

/** A page of a release links to a path of this site where there is nothing. The message names both. */
export class LinkError extends Error {
  override name = 'LinkError'
}

/** Throws LinkError where a page links to a path of this site that no route and no file of the release answers. */
export function checkLinks(files: ReleaseFiles): void {
  for (const { localFile: file } of localPages) {
    visitElements(files.get(file)?.toString() ?? '', (element) => {
      for (const target of [readAttribute(element, 'href'), readAttribute(element, 'src')]) {
        if (target !== undefined && isOwn(target) && !isAnswered(target, files)) {
          throw new LinkError(`${file} links to ${target}, where there is nothing`)
        }
      }
    })
  }
}

/** Two slashes would name another host. */
function isOwn(target: string): boolean {
  return /^\/(?!\/)/.test(target)
}

function isAnswered(target: string, files: ReleaseFiles): boolean {
  const { pathname } = new URL(target, 'http://site')
  const isPage = pages.some((page) => listRoutes(page).some((route) => matchesRoute(route, pathname)))
  return isPage || files.has(pathname.slice(1))
}

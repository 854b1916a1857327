import { type Element, readAttribute } from './visit-elements.ts'

/** Images of the content stand below this path on the site's own origin, in the sizes that the pages name. */
const imagePath = /^\/images\/[^\s?#]+$/

/** The paths of all images of the content that a document shows, in every size that it offers, each once. */
export function readImagePaths(elements: readonly Element[]): string[] {
  const paths = new Set<string>()
  for (const element of elements) {
    if (element.nodeName !== 'img' && element.nodeName !== 'source') continue
    for (const candidate of [
      readAttribute(element, 'src'),
      ...listSources(readAttribute(element, 'srcset')),
    ]) {
      if (candidate !== undefined && imagePath.test(candidate)) paths.add(candidate)
    }
  }
  return [...paths]
}

/** The addresses of a `srcset`, whose candidates are separated by a comma and a space: an address may hold commas. */
function listSources(srcset = ''): string[] {
  return srcset.split(/,\s+/).map((candidate) => candidate.trim().split(/\s+/)[0] ?? '')
}

import { type Element, readAttribute } from './visit-elements.ts'

/** Images of the content have this path on the site's own origin. */
const imagePath = /^\/images\/[^\s?#]+$/

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

/** Candidates are separated by a comma and a space: an address may hold commas. */
function listSources(srcset = ''): string[] {
  return srcset.split(/,\s+/).map((candidate) => candidate.trim().split(/\s+/)[0] ?? '')
}

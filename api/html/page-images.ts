import type { ScannedElement } from './scan-elements.ts'

/** Path of content images, on the site's own origin. */
const imagePath = /^\/images\/[^\s?#]+$/

export function readImagePaths(elements: readonly ScannedElement[]): string[] {
  const paths = new Set<string>()
  for (const { name, attributes } of elements) {
    if (name !== 'img' && name !== 'source') continue
    for (const candidate of [attributes.get('src'), ...listSources(attributes.get('srcset'))]) {
      if (candidate !== undefined && imagePath.test(candidate)) paths.add(candidate)
    }
  }
  return [...paths]
}

/** Candidates are separated by a comma and a space: an address may hold commas. */
function listSources(srcset = ''): string[] {
  return srcset.split(/,\s+/).map((candidate) => candidate.trim().split(/\s+/)[0] ?? '')
}

import type { ScannedElement } from './scan-elements.ts'

/** Path of content images, on the site's own origin. */
const imagePath = /^\/images\/[^\s?#]+$/

export function readImagePaths(elements: readonly ScannedElement[]): string[] {
  const paths = new Set<string>()
  for (const { name, attributes } of elements) {
    if (name !== 'img' && name !== 'source') continue
    // Candidates are separated by a comma and a space: an address may hold commas.
    const candidates = [attributes.get('src') ?? '', ...(attributes.get('srcset') ?? '').split(/,\s+/)]
    for (const candidate of candidates) {
      const [path = ''] = candidate.trim().split(/\s+/)
      if (imagePath.test(path)) paths.add(path)
    }
  }
  return [...paths]
}

import { createHash } from 'node:crypto'
import { type Element, listElements, readAttribute } from './visit-elements.ts'

/** A data block does not run, so no policy has to allow it. */
const dataTypes = /^(application\/(ld\+)?json|speculationrules)$/

/** CSP hashes of inline scripts and styles, without duplicates. */
export type InlineHashes = { scripts: string[]; styles: string[] }

export function readInlineHashes(html: string): InlineHashes {
  return hashInline(listElements(html))
}

export function hashInline(elements: readonly Element[]): InlineHashes {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  for (const element of elements) {
    if (element.nodeName === 'style') styles.add(hashOf(element))
    if (element.nodeName !== 'script') continue
    const isData = dataTypes.test(readAttribute(element, 'type') ?? '')
    if (readAttribute(element, 'src') === undefined && !isData) scripts.add(hashOf(element))
  }
  return { scripts: [...scripts], styles: [...styles] }
}

function hashOf({ childNodes }: Element): string {
  const text = childNodes.map((child) => ('value' in child ? child.value : '')).join('')
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

import { hash } from 'node:crypto'
import { scanElements, type ScannedElement } from './scan-elements.ts'

/** A data block does not run, so no policy has to allow it. */
const dataTypes = /^(application\/(ld\+)?json|speculationrules)$/

/**
 * CSP hashes of inline scripts and styles, without duplicates. They are read from finished pages, so that one mechanism
 * covers everything a page contains, without `unsafe-inline`.
 */
export type InlineHashes = { scripts: string[]; styles: string[] }

export function readInlineHashes(html: string): InlineHashes {
  return hashInline(scanElements(html))
}

export function hashInline(elements: readonly ScannedElement[]): InlineHashes {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  for (const { name, attributes, text } of elements) {
    if (name === 'style') styles.add(hashOf(text))
    if (name !== 'script') continue
    const isData = dataTypes.test(attributes.get('type') ?? '')
    if (!attributes.has('src') && !isData && text !== '') scripts.add(hashOf(text))
  }
  return { scripts: [...scripts], styles: [...styles] }
}

const hashOf = (text: string) => `sha256-${hash('sha256', text, 'base64')}`

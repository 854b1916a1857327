import { createHash } from 'node:crypto'
import { type DefaultTreeAdapterMap, parse } from 'parse5'

type Node = DefaultTreeAdapterMap['node']

/** A data block: the browser does not run it, and a policy need not allow it. */
const dataTypes = /^(application\/(ld\+)?json|speculationrules)$/

/** The CSP hashes of a document's inline scripts and styles, each once, in the document's order. */
export function readInlineHashes(html: string): { scripts: string[]; styles: string[] } {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const visit = (node: Node): void => {
    if (node.nodeName === 'script' && 'attrs' in node) {
      const attribute = (name: string) => node.attrs.find((candidate) => candidate.name === name)?.value
      const isData = dataTypes.test(attribute('type') ?? '')
      if (attribute('src') === undefined && !isData) scripts.add(hashOf(node))
    }
    if (node.nodeName === 'style') styles.add(hashOf(node))
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  visit(parse(html))
  return { scripts: [...scripts], styles: [...styles] }
}

function hashOf(node: Node): string {
  const text =
    'childNodes' in node ? node.childNodes.map((child) => ('value' in child ? child.value : '')) : []
  return `sha256-${createHash('sha256').update(text.join('')).digest('base64')}`
}

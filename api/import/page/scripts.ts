import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse, type TreeAdapter } from 'parse5'
import { readAttribute, visitTree } from '../../html/visit-elements.ts'
import { cleanLine } from '../clean-text.ts'
import { ImportError } from '../import-error.ts'

/** Far beyond pages that people read. A hostile one of 5 MB has a million, which take half a gigabyte to parse. */
const [maxElements, maxDepth] = [200_000, 5_000]

function parsePage(html: string): DefaultTreeAdapterTypes.Document {
  let [elements, depth] = [0, 0]
  const treeAdapter: TreeAdapter<DefaultTreeAdapterTypes.DefaultTreeAdapterMap> = {
    ...defaultTreeAdapter,
    createElement: (...words) => {
      elements += 1
      if (elements > maxElements) throw new ImportError('This page has too many elements')
      return defaultTreeAdapter.createElement(...words)
    },
    onItemPush: () => {
      depth += 1
      if (depth > maxDepth) throw new ImportError('The elements of this page are nested too deeply')
    },
    onItemPop: () => void (depth -= 1),
  }
  return parse(html, { treeAdapter })
}

/** The scripts with JSON-LD of a page, and its title. Throws ImportError. */
export function readScripts(html: string): { scripts: string[]; title: string | undefined } {
  const scripts: string[] = []
  let title: string | undefined
  visitTree(parsePage(html), (element) => {
    const text = element.childNodes.map((child) => ('value' in child ? child.value : '')).join('')
    if (element.tagName === 'title') title ??= cleanLine(text, 100)
    const isJsonLd = /^\s*application\/ld\+json\s*(?:;|$)/i.test(readAttribute(element, 'type') ?? '')
    if (element.tagName === 'script' && isJsonLd) scripts.push(text)
  })
  return { scripts, title }
}

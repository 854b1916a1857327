import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse, type TreeAdapter } from 'parse5'
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
  const open: DefaultTreeAdapterTypes.ChildNode[] = [...parsePage(html).childNodes]
  for (let node = open.pop(); node; node = open.pop()) {
    if (!('childNodes' in node)) continue
    const text = node.childNodes.map((child) => ('value' in child ? child.value : '')).join('')
    if (node.nodeName === 'title') title = cleanLine(text, 100)
    if (node.nodeName === 'script' && node.attrs.some(isJsonLd)) scripts.push(text)
    for (const child of node.childNodes) open.push(child)
  }
  return { scripts: scripts.toReversed(), title }
}

function isJsonLd({ name, value }: { name: string; value: string }): boolean {
  return name === 'type' && /^\s*application\/ld\+json\s*(?:;|$)/i.test(value)
}

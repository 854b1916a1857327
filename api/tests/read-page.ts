import type { PageView } from '#domain/pages/page-view.ts'
import { readAttribute } from '../html/visit-elements.ts'
import { visitElements, type Element } from './visit-elements.ts'

/** The metadata of a page and its record, parsed as in a browser. */
export type PageMetadata = {
  title: string
  /** By name or property, which are unique. */
  metas: Record<string, string>
  canonical: string | undefined
  /** The text of the record's element. */
  record: string | undefined
  /** Number of elements by tag name. */
  counts: Record<string, number>
}

export function readPage(html: string): PageMetadata {
  const page: PageMetadata = { title: '', metas: {}, canonical: undefined, record: undefined, counts: {} }
  visitElements(html, (element) => {
    const { tagName } = element
    page.counts[tagName] = (page.counts[tagName] ?? 0) + 1
    const name = readAttribute(element, 'property') ?? readAttribute(element, 'name')
    if (tagName === 'title') page.title = textOf(element)
    if (tagName === 'meta' && name !== undefined) {
      if (name in page.metas) throw new Error(`The page has two meta elements named ${name}`)
      page.metas[name] = readAttribute(element, 'content') ?? ''
    }
    if (readAttribute(element, 'rel') === 'canonical') page.canonical = readAttribute(element, 'href')
    if (readAttribute(element, 'id') === 'record') page.record = textOf(element)
  })
  return page
}

function textOf({ childNodes }: Element): string {
  return childNodes.map((child) => ('value' in child ? child.value : '')).join('')
}

/** The view with which a page of the test application was rendered (`serve.ts`). */
export function readView(html: string): PageView {
  let text = ''
  visitElements(html, (element) => {
    if (element.tagName === 'pre') text = textOf(element)
  })
  return JSON.parse(text) as PageView
}

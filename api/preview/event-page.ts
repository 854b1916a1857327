import { type DefaultTreeAdapterMap, parse, serialize } from 'parse5'
import { wordsId } from '#domain/language.ts'
import { readEventDocument } from '../content/event-document.ts'
import { writeEvent } from '../fills/words/event.ts'
import { ContentFault } from '../publisher/faults.ts'
import { cutShell, fillShell } from '../publisher/fill-shell.ts'
import type { Element } from '../publisher/visit-elements.ts'

/**
 * The page of an event as it will be, which a visitor's browser makes of the calendar: here of the document, into the
 * shell of such pages. Throws ContentFault with what is wrong with the document.
 */
export function makeEventPage(shell: string, document: { _id: string }): string {
  const read = readEventDocument(document)
  if ('fault' in read) throw new ContentFault(`${document._id}: ${read.fault}`)
  const { event } = read
  const words = writeEvent(event)
  const page = fillShell(cutShell('event', shell), { status: 200, head: { title: event.title }, words })
  // What is for readers without scripts is the page.
  const tree = parse(page, { scriptingEnabled: false })
  showWords(tree)
  return serialize(tree)
}

function isWords(node: DefaultTreeAdapterMap['node']): boolean {
  return 'attrs' in node && node.attrs.some(({ name, value }) => name === 'id' && value === wordsId)
}

function showWords(node: DefaultTreeAdapterMap['node']): void {
  if (!('childNodes' in node)) return
  node.childNodes = node.childNodes.flatMap((child) => {
    // No script runs here, and what is said by scripts is not read.
    if (child.nodeName === 'astro-island' || isWords(child)) return []
    if (child.nodeName !== 'noscript') return [child]
    return (child as Element).childNodes.map((each) => Object.assign(each, { parentNode: node }))
  }) as typeof node.childNodes
  node.childNodes.forEach(showWords)
}

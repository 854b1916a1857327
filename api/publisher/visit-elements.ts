import { type DefaultTreeAdapterMap, parse } from 'parse5'

export type Element = DefaultTreeAdapterMap['element']

/** Every element of a document, in the document's order. */
export function listElements(html: string): Element[] {
  const elements: Element[] = []
  visitElements(html, (element) => void elements.push(element))
  return elements
}

/** Calls `visit` with every element of a document, in the document's order. */
export function visitElements(html: string, visit: (element: Element) => void): void {
  visitTree(parse(html), visit)
}

/** Calls `visit` with every element of a part of a document, in the document's order. */
export function visitTree(node: DefaultTreeAdapterMap['node'], visit: (element: Element) => void): void {
  if ('attrs' in node) visit(node)
  if ('childNodes' in node) for (const child of node.childNodes) visitTree(child, visit)
}

/** The value of an element's attribute, if it has it. */
export function readAttribute(element: Element, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value
}

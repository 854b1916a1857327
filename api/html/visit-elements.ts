import type { DefaultTreeAdapterMap } from 'parse5'

export type Element = DefaultTreeAdapterMap['element']

export function visitTree(node: DefaultTreeAdapterMap['node'], visit: (element: Element) => void): void {
  if ('attrs' in node) visit(node)
  if ('childNodes' in node) for (const child of node.childNodes) visitTree(child, visit)
}

export function readAttribute(element: Element, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value
}

import { parse } from 'parse5'
import { type Element, visitTree } from '../html/visit-elements.ts'

export type { Element }

export function visitElements(html: string, visit: (element: Element) => void): void {
  visitTree(parse(html), visit)
}

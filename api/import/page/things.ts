import { importLimits } from '#domain/import/found.ts'
import { decodeMarkup } from '../clean-text.ts'
import { ImportError } from '../import-error.ts'

export type Thing = Record<string, unknown>

/** All objects, at any depth, with decoded texts. Not recursive: they may be nested deeply. */
export function listThings(roots: unknown[]): Thing[] {
  const things: Thing[] = []
  const open = roots.toReversed()
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    const thing = value as Thing
    if (!Array.isArray(value)) things.push(thing)
    if (things.length > importLimits.entries * 10)
      throw new ImportError('The JSON-LD of this page is too large')
    const children = Object.entries(thing)
    for (const [key, child] of children.toReversed())
      if (typeof child === 'string') thing[key] = decodeMarkup(child)
      else open.push(child)
  }
  return things
}

/** `type`: a name of schema.org, or its end, such as `Event` for `schema:MusicEvent`. */
export function hasType(value: unknown, type: RegExp): boolean {
  return listOf(asThing(value)?.['@type']).some((name) => type.test(nameOfTerm(name)))
}

/** `SoldOut` for `https://schema.org/SoldOut` and `schema:SoldOut`. */
export function nameOfTerm(value: unknown): string {
  return String(value ?? '').replace(/^.*[/:#]/, '')
}

export function asThing(value: unknown): Thing | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Thing) : undefined
}

export function listOf(value: unknown): unknown[] {
  return value === undefined || value === null ? [] : Array.isArray(value) ? value.slice(0, 50) : [value]
}

/** The first of a list, without its type or language. */
export function first(value: unknown): unknown {
  const [one] = listOf(value)
  return asThing(one)?.['@value'] ?? one
}

export function nameOf(value: unknown): unknown {
  const thing = asThing(value)
  return thing ? first(thing['name']) : value
}

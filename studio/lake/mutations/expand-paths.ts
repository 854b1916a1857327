import { jsonMatch } from '@sanity/json-match'
import { type Attributes, isAttributes, isPattern, pathsOf, unquote } from './parse.ts'

type Segment = string | number | { _key: string }

/** As @sanity/mutator applies them. */
const order = ['setIfMissing', 'set', 'unset', 'diffMatchPatch', 'inc', 'dec', 'insert']

/** Patches of one path each, in the order of applying them. A patch without patterns stays whole. */
export function splitPatch(patch: Attributes): Attributes[] {
  if (!pathsOf(patch).some(isPattern)) return [patch]
  return order.flatMap((name) => {
    const operation = patch[name]
    if (Array.isArray(operation)) return operation.map((path) => ({ [name]: [path] }))
    if (!isAttributes(operation) || name === 'insert')
      return operation === undefined ? [] : [{ [name]: operation }]
    return Object.entries(operation).map(([path, value]) => ({ [name]: { [path]: value } }))
  })
}

/** A patch of one path with the paths in `document` that it matches. Throws if the path is malformed. */
export function expandPaths(document: unknown, patch: Attributes): Attributes {
  const expand = (path: string) => (isPattern(path) ? listMatches(document, path) : [path])
  return Object.fromEntries(
    Object.entries(patch).map(([name, operation]) => {
      if (Array.isArray(operation)) return [name, operation.flatMap(expand)]
      if (name === 'insert' || !isAttributes(operation)) return [name, operation]
      const values = Object.entries(operation)
      return [
        name,
        Object.fromEntries(values.flatMap(([path, value]) => expand(path).map((one) => [one, value]))),
      ]
    }),
  )
}

/** The last and deepest first, so that none moves or contains one that follows. `..` matches only what exists. */
function listMatches(document: unknown, path: string): string[] {
  const isRecursive = unquote(path).includes('..')
  const found = jsonMatch(document, path).filter(({ value }) => !isRecursive || value !== undefined)
  return found
    .map((match) => match.path.map(writeSegment).join(''))
    .toArray()
    .toReversed()
}

function writeSegment(segment: Segment): string {
  if (typeof segment === 'number') return `[${segment}]`
  if (typeof segment === 'object') return `[_key == ${JSON.stringify(segment._key)}]`
  return `['${segment.replaceAll(/[\\']/g, '\\$&')}']`
}

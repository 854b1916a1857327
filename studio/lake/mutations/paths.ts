import { extractWithPath } from '@sanity/mutator'
import { type Attributes, isAttributes } from './parse.ts'

type Place = { path: (string | number)[]; value: unknown }

const MOST_PLACES = 1_000
const quoted = `"(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*'`
const wholeList = new RegExp(`(${quoted})|\\[\\s*\\*\\s*\\]`, 'g')
const piece = new RegExp(`${quoted}|\\.\\.|[^]`, 'g')
/** The first attribute or bracket of a path, and the rest. */
const firstSegment = new RegExp(`^(\\w+|'(?:[^'\\\\]|\\\\.)*'|\\[(?:${quoted}|[^\\]])*\\])([^]*)$`)
/** A name that JSONMatch reads as an attribute without quotes. */
const plainName = /^(?!(?:true|false)$)[A-Za-z_]\w*$/

/**
 * The patch with paths that @sanity/mutator applies as JSONMatch documents them: `[*]` as a range, and a path with
 * `..` behind its beginning, which the mutator lets match outside of that beginning, as the places in the document
 * that it finds. Throws an Error in words for a path that cannot be read so.
 */
export function resolvePaths(patch: Attributes, document: Attributes): Attributes {
  const { insert, unset, ...byPath } = patch
  return {
    ...Object.fromEntries(
      Object.entries(byPath).map(([name, values]) => [
        name,
        isAttributes(values)
          ? Object.fromEntries(
              Object.entries(values).flatMap(([path, value]) =>
                resolvePath(path, document).map((found) => [found, value]),
              ),
            )
          : values,
      ]),
    ),
    ...(Array.isArray(unset) && { unset: unset.flatMap((path: string) => resolvePath(path, document)) }),
    ...(isAttributes(insert) && { insert: resolveInsert(insert) }),
  }
}

function resolveInsert(insert: Attributes): Attributes {
  return Object.fromEntries(
    Object.entries(insert).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value]
      if (splitAtDescents(value).length > 1) throw new Error('"insert" takes no path with ".."')
      return [name, readWholeLists(value)]
    }),
  )
}

/** Inner places come before outer ones and later items of a list before earlier ones: changing one moves no other. */
function resolvePath(given: string, document: Attributes): string[] {
  const path = readWholeLists(given)
  const [head = '', ...steps] = splitAtDescents(path)
  if (steps.length === 0 || (head === '' && steps.length === 1)) return [path]
  const [, first, rest = ''] = firstSegment.exec(steps.pop() ?? '') ?? []
  if (first === undefined) throw new Error(`There is no attribute behind ".." in "${given}"`)
  let places: Place[] = [{ path: [], value: document }]
  for (const step of [...(head === '' ? [] : [head]), ...steps.map((one) => `..${one}`), `..${first}`]) {
    places = places.flatMap((place) => findPlaces(step, place))
    if (places.length > MOST_PLACES) throw new Error(`"${given}" finds more than ${MOST_PLACES} places`)
  }
  const innerFirst = places.toReversed().toSorted((one, other) => other.path.length - one.path.length)
  return [...new Set(innerFirst.map((place) => writePath(place.path) + rest))]
}

function findPlaces(path: string, { path: before, value }: Place): Place[] {
  return (extractWithPath(path, value) as Place[]).map((found) => ({
    path: [...before, ...found.path],
    value: found.value,
  }))
}

function readWholeLists(path: string): string {
  return path.replaceAll(wholeList, (_match, quote: string | undefined) => quote ?? '[0:]')
}

/** `a..b.c` becomes `a` and `b.c`. */
function splitAtDescents(path: string): string[] {
  const parts = ['']
  let depth = 0
  for (const [text] of path.matchAll(piece)) {
    if (text === '[') depth += 1
    if (text === ']') depth -= 1
    if (text === '..' && depth > 0) throw new Error('A path takes no ".." inside of brackets')
    if (text === '..') parts.push('')
    else parts[parts.length - 1] += text
  }
  return parts
}

function writePath(segments: readonly (string | number)[]): string {
  return segments.map(writeSegment).join('').replace(/^\./, '')
}

function writeSegment(segment: string | number): string {
  if (typeof segment === 'number') return `[${segment}]`
  return plainName.test(segment) ? `.${segment}` : `['${segment.replaceAll(/[\\']/g, '\\$&')}']`
}

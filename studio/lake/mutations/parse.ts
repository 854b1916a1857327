import { mutationErrors } from './errors.ts'

export type Attributes = Record<string, unknown>
export type Selection = { id: string } | { query: string; params: Attributes }
export type Creation = 'create' | 'createOrReplace' | 'createIfNotExists'
export type ParsedMutation =
  | { kind: Creation; document: Attributes }
  | { kind: 'delete'; selection: Selection }
  | { kind: 'patch'; selection: Selection; patch: Attributes; ifRevisionID: string | undefined }

const kinds = ['create', 'createOrReplace', 'createIfNotExists', 'delete', 'patch'] as const
const operations = ['set', 'setIfMissing', 'unset', 'inc', 'dec', 'insert', 'diffMatchPatch']
const objectOperations = ['set', 'setIfMissing', 'inc', 'dec', 'insert', 'diffMatchPatch']

const quoted = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g
/**
 * An index or range end of seven digits; keys and compared values may have any number of digits. @sanity/mutator expands
 * a range to a list of indexes.
 */
const hugeIndex = /[[,:]\s*-?\d{7}/

export function isAttributes(value: unknown): value is Attributes {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Throws LakeError 400 for a malformed mutation. */
export function parseMutation(mutation: unknown): ParsedMutation {
  const [kind, ...others] = isAttributes(mutation) ? Object.keys(mutation) : []
  const known = kinds.find((name) => name === kind)
  if (!isAttributes(mutation) || !known || others.length > 0)
    throw mutationErrors.malformed(`A mutation has exactly one of the keys ${kinds.join(', ')}`)
  const body = mutation[known]
  if (!isAttributes(body)) throw mutationErrors.malformed(`"${known}" needs an object`)
  if (known === 'delete') return { kind: known, selection: parseSelection(body) }
  if (known === 'patch') return parsePatch(body)
  return { kind: known, document: body }
}

function parseSelection(body: Attributes): Selection {
  const { id, query, params } = body
  if (typeof query === 'string' && id === undefined)
    return { query, params: isAttributes(params) ? params : {} }
  if (typeof id === 'string' && query === undefined) return { id }
  throw mutationErrors.malformed('A patch or delete needs either an "id" or a "query", as a string')
}

function parsePatch(body: Attributes): ParsedMutation {
  const { id: _id, query: _query, params: _params, ifRevisionID, ...patch } = body
  for (const name of Object.keys(patch))
    if (!operations.includes(name)) throw mutationErrors.malformed(`Unknown patch operation "${name}"`)
  for (const name of objectOperations)
    if (patch[name] !== undefined && !isAttributes(patch[name]))
      throw mutationErrors.malformed(`"${name}" needs an object`)
  for (const name of ['inc', 'dec'])
    if (!Object.values(patch[name] ?? {}).every(Number.isFinite))
      throw mutationErrors.malformed(`"${name}" needs numbers`)
  if (patch.unset !== undefined && !isStrings(patch.unset))
    throw mutationErrors.malformed('"unset" needs an array of paths')
  if (isAttributes(patch.insert) && !Array.isArray(patch.insert.items))
    throw mutationErrors.malformed('"insert" needs an array of items')
  const paths = pathsOf(patch)
  // @sanity/mutator would accept it and set nothing.
  if (paths.some((path) => path.includes('__proto__')))
    throw mutationErrors.malformed('A path cannot hold "__proto__"')
  const unquoted = paths.map(unquote)
  // Each further one would multiply the time that matching takes.
  if (unquoted.some((path) => /\.\..*\.\.|\[[^\]]*\.\./.test(path)))
    throw mutationErrors.malformed('A path takes ".." only once, and not in brackets')
  if (placesOf(patch.insert).some(isPattern))
    throw mutationErrors.malformed('"insert" takes no "*", and ".." only at the beginning of a path')
  if (unquoted.some((path) => hugeIndex.test(path)))
    throw mutationErrors.malformed('An index in a path has at most six digits')
  if (ifRevisionID !== undefined && typeof ifRevisionID !== 'string')
    throw mutationErrors.malformed('"ifRevisionID" needs a string')
  return { kind: 'patch', selection: parseSelection(body), patch, ifRevisionID }
}

export function pathsOf({ insert, unset, ...byPath }: Attributes): string[] {
  const paths = Object.values(byPath).flatMap((values) => Object.keys(isAttributes(values) ? values : {}))
  return [...paths, ...placesOf(insert), ...(isStrings(unset) ? unset : [])]
}

function placesOf(insert: unknown): string[] {
  if (!isAttributes(insert)) return []
  return [insert.before, insert.after, insert.replace].filter((place) => place !== undefined).map(String)
}

/** Whether @sanity/mutator refuses the path (`*`), or would match it in the whole document (`..` after a name). */
export function isPattern(path: string): boolean {
  const unquoted = unquote(path)
  return unquoted.includes('*') || unquoted.includes('..', 1)
}

/** The path with empty strings: names and values may hold any character. */
export function unquote(path: string): string {
  return path.replaceAll(quoted, '""')
}

export function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

import { randomBytes } from 'node:crypto'
import { type Attributes, isAttributes } from './parse.ts'

/** The end of a path to a list item; `['name']` is an attribute. */
const itemPath = /\[(?:_key\s*==\s*"(?<key>[^"\\]*)"|[^'\]][^\]]*)\]$/

/**
 * `autoGenerateArrayKeys`: adds a `_key` to every object in a list that has none. Leaves a malformed mutation
 * unchanged: it is rejected later.
 */
export function addArrayKeys(mutation: unknown): unknown {
  if (!isAttributes(mutation)) return mutation
  const { patch, ...creation } = mutation
  return {
    ...mapValues(creation, addKeys),
    ...(patch !== undefined && { patch: isAttributes(patch) ? addKeysToPatch(patch) : patch }),
  }
}

function addKeysToPatch(patch: Attributes): Attributes {
  const { set, setIfMissing, insert } = patch
  return {
    ...patch,
    ...(isAttributes(set) && { set: mapValues(set, addKeysAt) }),
    ...(isAttributes(setIfMissing) && { setIfMissing: mapValues(setIfMissing, addKeysAt) }),
    ...(isAttributes(insert) && { insert: { ...insert, items: addKeys(insert.items) } }),
  }
}

/** A replaced list item keeps its key if the path names it. */
function addKeysAt(value: unknown, path: string): unknown {
  const found = itemPath.exec(path)
  return found ? addKey(addKeys(value), found.groups?.key) : addKeys(value)
}

function addKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => addKey(addKeys(one)))
  return isAttributes(value) ? mapValues(value, addKeys) : value
}

function addKey(value: unknown, key = randomBytes(6).toString('hex')): unknown {
  return isAttributes(value) && value._key === undefined ? { _key: key, ...value } : value
}

function mapValues(attributes: Attributes, change: (value: unknown, name: string) => unknown): Attributes {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, change(value, name)]))
}

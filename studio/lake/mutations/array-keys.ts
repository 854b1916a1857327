import { randomBytes } from 'node:crypto'
import { type Attributes, isAttributes } from './parse.ts'

/** The end of a path that addresses a list's item; `['name']` addresses an attribute. */
const item = /\[(?:_key\s*==\s*"(?<key>[^"\\]*)"|[^'\]][^\]]*)\]$/

/**
 * A mutation whose content has a `_key` on every object in a list, as `autoGenerateArrayKeys` asks for. A mutation of
 * another form stays as it is: it is refused later.
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

/** An item that replaces another one keeps its key where the path names it. */
function addKeysAt(value: unknown, path: string): unknown {
  const found = item.exec(path)
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

import type { LakeDocument } from './types.ts'

/** Computes a value once for each stored document, and keeps it as long as the document exists. */
export function cacheByDocument<Value>(compute: (document: LakeDocument) => Value) {
  const cache = new WeakMap<LakeDocument, Value>()
  return (document: LakeDocument): Value => {
    const value = cache.get(document) ?? compute(document)
    cache.set(document, value)
    return value
  }
}

import { cacheByDocument } from '../store/cache-by-document.ts'
import type { Change, LakeDocument } from '../store/types.ts'
import type { Documents } from './apply.ts'
import { mutationErrors } from './errors.ts'
import { isAttributes } from './parse.ts'

type References = { strong: Set<string>; weak: Set<string> }

const maxDepth = 100
/** Keys that @sanity/mutator or groq-js would look up on the prototype. */
const forbiddenKeys = new Set(['__proto__', 'hasOwnProperty'])

/** References to another dataset count as weak. Throws LakeError 400 for content that cannot be stored. */
export function findReferences(document: Record<string, unknown>): References {
  const references: References = { strong: new Set(), weak: new Set() }
  walk(document, 0, references)
  return references
}

/** Whether lists and objects are nested deeper than this. Does not recurse, so any depth is safe. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  let level = [value]
  for (let depth = 0; depth <= levels; depth += 1) {
    const containers = level.filter((item) => typeof item === 'object' && item !== null)
    if (containers.length === 0) return false
    level = containers.flatMap((item) => Object.values(item as object) as unknown[])
  }
  return true
}

function walk(value: unknown, depth: number, references: References): void {
  if (depth > maxDepth) throw mutationErrors.malformed(`Attributes are nested deeper than ${maxDepth} levels`)
  if (Array.isArray(value)) {
    for (const item of value) walk(item, depth + 1, references)
  } else if (isAttributes(value)) {
    if (typeof value._ref === 'string') {
      const isElsewhere = value._dataset !== undefined || value._projectId !== undefined
      references[value._weak === true || isElsewhere ? 'weak' : 'strong'].add(value._ref)
    }
    for (const key of Object.keys(value)) {
      if (forbiddenKeys.has(key)) throw mutationErrors.malformed(`An attribute cannot be named "${key}"`)
      walk(value[key], depth + 1, references)
    }
  }
}

const none: References = { strong: new Set(), weak: new Set() }

/** Those of a stored document. */
export const referencesOf = cacheByDocument((document) => {
  const found = findReferences(document)
  return found.strong.size + found.weak.size === 0 ? none : found
})

export function countReferrers(documents: readonly LakeDocument[], id: string): number {
  return documents.map(referencesOf).filter(({ strong, weak }) => strong.has(id) || weak.has(id)).length
}

/**
 * Checks at the end of a transaction that the target of each strong reference exists. Throws LakeError 409 for a
 * missing target, and for the deletion of a document that others refer to.
 */
export function checkReferences(changes: readonly Change[], documents: Documents): void {
  const changed = new Map(changes.map(({ documentId, after }) => [documentId, after]))
  const exists = (id: string) => (changed.has(id) ? changed.get(id) : documents.get(id)) !== undefined
  for (const { documentId, after } of changes)
    for (const target of after ? referencesOf(after).strong : [])
      if (!exists(target)) throw mutationErrors.brokenReference(documentId, target)
  if (changes.every(({ after }) => after)) return
  const others = documents.all().filter(({ _id }) => !changed.has(_id))
  const targets = new Set(others.flatMap((document) => [...referencesOf(document).strong]))
  const missing = changes.find(({ documentId, after }) => !after && targets.has(documentId))?.documentId
  if (missing === undefined) return
  const referrers = others.filter((document) => referencesOf(document).strong.has(missing))
  throw mutationErrors.stillReferenced(
    missing,
    referrers.map(({ _id }) => _id),
  )
}

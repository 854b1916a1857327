import type { Change, LakeDocument } from '../store/types.ts'
import { mutationErrors } from './errors.ts'
import { isAttributes } from './parse.ts'

export type References = { strong: Set<string>; weak: Set<string> }

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

/**
 * Checks at the end of a transaction that the target of each strong reference exists. Throws LakeError 409 for a
 * missing target, and for the deletion of a document that others refer to.
 */
export function checkReferences(
  changes: readonly Change[],
  index: ReferenceIndex,
  get: (id: string) => LakeDocument | undefined,
): void {
  const changed = new Map(changes.map((change) => [change.documentId, change]))
  const exists = (id: string) => (changed.has(id) ? changed.get(id)?.after : get(id)) !== undefined
  const stronglyRefers = new Map<string, ReadonlySet<string>>()
  for (const { documentId, after } of changes) {
    const strong = after ? findReferences(after).strong : new Set<string>()
    stronglyRefers.set(documentId, strong)
    for (const target of strong) if (!exists(target)) throw mutationErrors.brokenReference(documentId, target)
  }
  for (const { documentId, after } of changes) {
    if (after) continue
    const referrers = [...index.strongReferrers(documentId)].filter((id) => !stronglyRefers.has(id))
    if (referrers.length > 0) throw mutationErrors.stillReferenced(documentId, referrers)
  }
}

const none: ReadonlySet<string> = new Set()

/** The ids of the referring documents by target, in memory. */
export class ReferenceIndex {
  readonly #byReferrer = new Map<string, References>()
  readonly #strongByTarget = new Map<string, Set<string>>()
  readonly #allByTarget = new Map<string, Set<string>>()

  put(document: LakeDocument): void {
    this.remove(document._id)
    const references = findReferences(document)
    if (references.strong.size + references.weak.size === 0) return
    this.#byReferrer.set(document._id, references)
    for (const target of references.strong) {
      add(this.#strongByTarget, target, document._id)
      add(this.#allByTarget, target, document._id)
    }
    for (const target of references.weak) add(this.#allByTarget, target, document._id)
  }

  remove(id: string): void {
    const references = this.#byReferrer.get(id)
    if (!references) return
    this.#byReferrer.delete(id)
    for (const target of [...references.strong, ...references.weak]) {
      drop(this.#strongByTarget, target, id)
      drop(this.#allByTarget, target, id)
    }
  }

  strongReferrers(target: string): ReadonlySet<string> {
    return this.#strongByTarget.get(target) ?? none
  }

  referrers(target: string): ReadonlySet<string> {
    return this.#allByTarget.get(target) ?? none
  }
}

function add(index: Map<string, Set<string>>, target: string, referrer: string): void {
  const referrers = index.get(target)
  if (referrers) referrers.add(referrer)
  else index.set(target, new Set([referrer]))
}

function drop(index: Map<string, Set<string>>, target: string, referrer: string): void {
  const referrers = index.get(target)
  if (referrers?.delete(referrer) && referrers.size === 0) index.delete(target)
}

import type { LakeDocument } from './types.ts'
import { findReferences, type References } from '../mutations/references.ts'

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

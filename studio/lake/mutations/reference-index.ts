import type { LakeDocument } from '../store/types.ts'
import { findReferences, type References } from './inspect-document.ts'

const nobody: ReadonlySet<string> = new Set()

/** Who refers to whom, kept beside the documents in memory. */
export class ReferenceIndex {
  readonly #from = new Map<string, References>()
  readonly #strongTo = new Map<string, Set<string>>()
  readonly #anyTo = new Map<string, Set<string>>()

  put(document: LakeDocument): void {
    this.remove(document._id)
    const references = findReferences(document)
    if (references.strong.size + references.weak.size === 0) return
    this.#from.set(document._id, references)
    for (const target of references.strong) {
      add(this.#strongTo, target, document._id)
      add(this.#anyTo, target, document._id)
    }
    for (const target of references.weak) add(this.#anyTo, target, document._id)
  }

  remove(id: string): void {
    const references = this.#from.get(id)
    if (!references) return
    this.#from.delete(id)
    for (const target of [...references.strong, ...references.weak]) {
      drop(this.#strongTo, target, id)
      drop(this.#anyTo, target, id)
    }
  }

  strongReferrers(target: string): ReadonlySet<string> {
    return this.#strongTo.get(target) ?? nobody
  }

  referrers(target: string): ReadonlySet<string> {
    return this.#anyTo.get(target) ?? nobody
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

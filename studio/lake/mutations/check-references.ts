import type { Change, LakeDocument } from '../store/types.ts'
import { mutationErrors } from './errors.ts'
import { findReferences } from './inspect-document.ts'
import type { ReferenceIndex } from './reference-index.ts'

/**
 * The rule at the end of a transaction: every strong reference leads to a document that exists.
 * Throws LakeError 409 for a reference to nothing and for the removal of a document that is still referred to.
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

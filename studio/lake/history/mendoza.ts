import { isDeepStrictEqual } from 'node:util'
import type { Change, LakeDocument } from '../store/types.ts'

// Opcodes of the Mendoza format.
const VALUE = 0
const SET_FIELD = 17
const DELETE_FIELD = 19

/**
 * The patches from `before` to `after` and back, in the Mendoza format. As in the hosted service, the documents are
 * without `_rev`. Fields that differ are set as a whole; `[0, null]` deletes the document.
 */
export function toMendozaPatches({ before, after }: Pick<Change, 'before' | 'after'>) {
  return { apply: diff(before, after), revert: diff(after, before) }
}

function diff(from: LakeDocument | undefined, to: LakeDocument | undefined): unknown[] {
  const next = withoutRevision(to)
  const previous = withoutRevision(from)
  if (!previous || !next) return [VALUE, next ?? null]
  const set = Object.entries(next)
    .filter(([key, value]) => !Object.hasOwn(previous, key) || !isDeepStrictEqual(previous[key], value))
    .flatMap(([key, value]) => [SET_FIELD, value, key])
  // A deleted field is identified by its index among the sorted keys.
  const removed = Object.keys(previous)
    .toSorted()
    .flatMap((key, index) => (Object.hasOwn(next, key) ? [] : [DELETE_FIELD, index]))
  return [...set, ...removed]
}

function withoutRevision(document: LakeDocument | undefined): Record<string, unknown> | undefined {
  if (!document) return undefined
  const { _rev, ...rest } = document
  return rest
}

import { isDeepStrictEqual } from 'node:util'
import type { Change, LakeDocument } from '../store/types.ts'

/** Mendoza's numbers for the operations that are needed here. */
const VALUE = 0
const SET_FIELD = 17
const DELETE_FIELD = 19

export type Effects = { apply: unknown[]; revert: unknown[] }

/**
 * A change as Mendoza patches, forth and back. They are between documents without `_rev`, as the Content Lake's are:
 * fields that differ are set as a whole, and `[0, null]` is a removal.
 */
export function toEffects({ before, after }: Pick<Change, 'before' | 'after'>): Effects {
  return { apply: diff(before, after), revert: diff(after, before) }
}

function diff(from: LakeDocument | undefined, to: LakeDocument | undefined): unknown[] {
  const next = withoutRevision(to)
  const previous = withoutRevision(from)
  if (!previous || !next) return [VALUE, next ?? null]
  const set = Object.entries(next)
    .filter(([key, value]) => !Object.hasOwn(previous, key) || !isDeepStrictEqual(previous[key], value))
    .flatMap(([key, value]) => [SET_FIELD, value, key])
  // A field of the document before is named by its place among the sorted keys.
  const removed = Object.keys(previous)
    .toSorted(byCodeUnit)
    .flatMap((key, place) => (Object.hasOwn(next, key) ? [] : [DELETE_FIELD, place]))
  return [...set, ...removed]
}

function byCodeUnit(one: string, other: string): number {
  return one < other ? -1 : 1
}

function withoutRevision(document: LakeDocument | undefined): Record<string, unknown> | undefined {
  if (!document) return undefined
  const { _rev, ...rest } = document
  return rest
}

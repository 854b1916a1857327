import { mutationErrors } from './errors.ts'
import { isAttributes } from './parse.ts'

export type References = { strong: Set<string>; weak: Set<string> }

const DEEPEST = 100
/** Keys that the engines would take for a part of every JavaScript object. */
const refusedKeys = new Set(['__proto__', 'hasOwnProperty'])

/** The ids that a document refers to; those of another dataset count as weak. Throws LakeError 400 for content that cannot be kept. */
export function findReferences(document: Record<string, unknown>): References {
  const references: References = { strong: new Set(), weak: new Set() }
  walk(document, 0, references)
  return references
}

/** Whether lists and objects stand in one another more than so many times; asked before anything goes into them. */
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
  if (depth > DEEPEST) throw mutationErrors.malformed(`Attributes are nested deeper than ${DEEPEST} levels`)
  if (Array.isArray(value)) {
    for (const item of value) walk(item, depth + 1, references)
  } else if (isAttributes(value)) {
    if (typeof value._ref === 'string') {
      const isElsewhere = value._dataset !== undefined || value._projectId !== undefined
      references[value._weak === true || isElsewhere ? 'weak' : 'strong'].add(value._ref)
    }
    for (const key of Object.keys(value)) {
      if (refusedKeys.has(key)) throw mutationErrors.malformed(`An attribute cannot be named "${key}"`)
      walk(value[key], depth + 1, references)
    }
  }
}

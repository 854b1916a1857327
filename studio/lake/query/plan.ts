import { findReferences } from '../mutations/inspect-document.ts'
import { isPublishedId } from '../mutations/document-id.ts'
import type { LakeDocument } from '../store/types.ts'
import { answeredById } from './answered-by.ts'
import { changeNodes, type Syntax } from './syntax.ts'
import type { View } from './view.ts'

type Filter = Extract<Syntax, { type: 'Filter' }>

/**
 * The same query, faster: evaluates the conditions of `*[a && b]` one after the other, the second only on what the first
 * let through. Looks types, ids, versions and references up in an index instead of scanning every document.
 */
export function planQuery(tree: Syntax, view: View): Syntax {
  return changeNodes(tree, (node) => {
    if (node.type === 'Filter' && node.base.type === 'Everything') return planFilter(node, view)
    if (node.type === 'PipeFuncCall' && node.name === 'score' && areDocuments(node.base))
      return { ...node, args: node.args.map((arg) => answerReferences(arg, view)) }
    return node
  })
}

function planFilter(filter: Filter, view: View): Syntax {
  const conditions = conjuncts(filter.expr)
  const known = conditions.flatMap((condition) => lookUpIds(condition, view) ?? [])
  const found =
    known.length > 0 ? known : conditions.flatMap((condition) => lookUpTypes(condition, view) ?? [])
  const [fewest] = found.toSorted((one, other) => one.documents.length - other.documents.length)
  let base: Syntax = fewest ? { type: 'Value', value: fewest.documents } : filter.base
  for (const expr of conditions) base = { type: 'Filter', base, expr: answerReferences(expr, view) }
  return base
}

/** Whole documents: what a projection made of them may refer to something else. */
function areDocuments(node: Syntax): boolean {
  if (node.type === 'Filter') return areDocuments(node.base)
  return node.type === 'Everything' || (node.type === 'Value' && Array.isArray(node.value))
}

function answerReferences(condition: Syntax, view: View): Syntax {
  return changeNodes(condition, (node) => {
    const ids = node.type === 'FuncCall' && node.name === 'references' ? referencedIds(node.args) : undefined
    const candidates = ids && view.referringTo(ids)
    if (!ids || !candidates) return node
    const referring = candidates.filter((document) => refersTo(document, ids))
    return answeredById(
      referring.map(({ _id }) => _id),
      node,
    )
  })
}

function refersTo(document: LakeDocument, ids: readonly string[]): boolean {
  const { strong, weak } = findReferences(document)
  return ids.some((id) => strong.has(id) || weak.has(id))
}

function referencedIds(args: readonly Syntax[]): string[] | undefined {
  const ids = args.map(constantStrings)
  return ids.includes(undefined) ? undefined : ids.flatMap((some) => some ?? [])
}

function conjuncts(condition: Syntax): Syntax[] {
  if (condition.type === 'And') return [...conjuncts(condition.left), ...conjuncts(condition.right)]
  return condition.type === 'Group' ? conjuncts(condition.base) : [condition]
}

type Found = { documents: readonly unknown[] } | undefined

/** The documents of which alone a condition can hold, where it names their ids. */
function lookUpIds(condition: Syntax, view: View): Found {
  if (condition.type === 'FuncCall' && condition.name === 'references') {
    const ids = condition.args.map(constantStrings)
    const documents = ids.includes(undefined)
      ? undefined
      : view.referringTo(ids.flatMap((some) => some ?? []))
    return documents && { documents }
  }
  if (condition.type === 'FuncCall' && condition.namespace === 'sanity' && condition.name === 'versionOf') {
    const [argument] = condition.args
    const id = argument?.type === 'Value' ? argument.value : undefined
    return typeof id === 'string' && isPublishedId(id) ? { documents: view.versionsOf(id) } : undefined
  }
  const ids = listAllowed(condition, '_id')
  return ids && { documents: view.withIds(ids) }
}

/** The same, where it names their types: that takes a walk over all documents after each change. */
function lookUpTypes(condition: Syntax, view: View): Found {
  const types = listAllowed(condition, '_type')
  return types && { documents: view.ofTypes(types) }
}

/** The strings of `name == "…"` and `name in ["…"]`. */
function listAllowed(condition: Syntax, name: string): string[] | undefined {
  if (condition.type !== 'OpCall' || (condition.op !== '==' && condition.op !== 'in')) return undefined
  const { left, right, op } = condition
  if (left.type !== 'AccessAttribute' || left.base || left.name !== name) return undefined
  const values = constantStrings(right)
  return !values || (op === '==' && (values.length !== 1 || isList(right))) ? undefined : values
}

function isList(node: Syntax): boolean {
  return node.type === 'Array' || (node.type === 'Value' && Array.isArray(node.value))
}

/** The strings of a literal or of a list of literals. */
function constantStrings(node: Syntax): string[] | undefined {
  const values: unknown[] =
    node.type === 'Value'
      ? [node.value].flat()
      : node.type === 'Array'
        ? node.elements.map(({ value, isSplat }) => (value.type === 'Value' && !isSplat ? value.value : null))
        : [null]
  return values.every((value) => typeof value === 'string') ? values : undefined
}

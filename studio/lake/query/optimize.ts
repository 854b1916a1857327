import type { ExprNode } from 'groq-js'
import { isPublishedId } from '../mutations/document-id.ts'
import type { LakeDocument } from '../store/types.ts'
import { isStrings } from '../mutations/parse.ts'
import { changeNodes } from './parse.ts'
import type { View } from './view.ts'

type Filter = Extract<ExprNode, { type: 'Filter' }>

/**
 * Makes `*[a && b]` fast over many documents: starts from an index of types, ids or versions if there is one for a
 * condition, and evaluates `b` only for the documents that pass `a`, which groq-js does not.
 */
export function optimizeQuery(tree: ExprNode, view: View): ExprNode {
  return changeNodes(tree, (node) =>
    node.type === 'Filter' && node.base.type === 'Everything' ? optimizeFilter(node, view) : node,
  )
}

function optimizeFilter(filter: Filter, view: View): ExprNode {
  const conditions = splitConditions(filter.expr)
  const findAll = (find: typeof findByIds) =>
    conditions.map((condition) => find(condition, view)).filter((documents) => documents !== undefined)
  const byIds = findAll(findByIds)
  // The index of types is built again after each change: use it only if no ids are given.
  const found = byIds.length > 0 ? byIds : findAll(findByTypes)
  const [fewest] = found.toSorted((one, other) => one.length - other.length)
  const base: ExprNode = fewest ? { type: 'Value', value: fewest } : filter.base
  return conditions.reduce<ExprNode>((result, expr) => ({ type: 'Filter', base: result, expr }), base)
}

function splitConditions(condition: ExprNode): ExprNode[] {
  if (condition.type === 'And')
    return [...splitConditions(condition.left), ...splitConditions(condition.right)]
  return condition.type === 'Group' ? splitConditions(condition.base) : [condition]
}

/** The documents that may meet a condition on the id; undefined for other conditions. */
function findByIds(condition: ExprNode, view: View): readonly LakeDocument[] | undefined {
  if (condition.type !== 'FuncCall') {
    const ids = constantsFor('_id', condition)
    return ids && view.withIds(ids)
  }
  // The Studio's lists ask for up to 144 ids in a query.
  const { namespace, name, args } = condition
  if (namespace !== 'sanity' || name !== 'versionOf' || args[0]?.type !== 'Value') return undefined
  const id = args[0].value
  return typeof id === 'string' && isPublishedId(id) ? view.versionsOf(id) : undefined
}

function findByTypes(condition: ExprNode, view: View): readonly LakeDocument[] | undefined {
  const types = constantsFor('_type', condition)
  return types && view.withTypes(types)
}

/** The strings of `name == "…"` and `name in ["…"]`. */
function constantsFor(name: string, condition: ExprNode): string[] | undefined {
  if (condition.type !== 'OpCall') return undefined
  const { left, right, op } = condition
  if (left.type !== 'AccessAttribute' || left.base || left.name !== name) return undefined
  const value = constantOf(right)
  const values = op === '==' ? [value] : op === 'in' ? value : undefined
  return isStrings(values) ? values : undefined
}

/** The value of a constant or of a list of constants. */
function constantOf(node: ExprNode): unknown {
  if (node.type === 'Value') return node.value
  if (node.type !== 'Array' || node.elements.some(({ isSplat }) => isSplat)) return undefined
  return node.elements.map(({ value }) => (value.type === 'Value' ? value.value : undefined))
}

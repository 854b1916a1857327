import { type ExprNode, GroqSyntaxError, parse } from 'groq-js'
import { LakeError } from '../errors.ts'
import { isAttributes } from '../mutations/parse.ts'

const maxLength = 100_000

/** Functions that groq-js parses but cannot evaluate; `*` stands for the whole namespace. */
const unsupported = new Set([
  'geo::*',
  'documents::*',
  'user::*',
  'media::*',
  'text::semanticSimilarity',
  'global::anywhere',
  'diff::*',
  'delta::*',
])

/** Parses a query and inserts its parameters. Throws LakeError 400 if it is wrong or unsupported. */
export function parseQuery(query: string, params: Record<string, unknown>): ExprNode {
  if (query.length > maxLength) throw queryErrors.tooLong(maxLength)
  const tree = parseTree(query, params)
  for (const node of eachNode(tree)) {
    if (node.type === 'Parameter') throw queryErrors.missingParameter(node.name)
    if (node.type === 'Context') throw queryErrors.cannotRun('supports before() and after() in webhooks only')
    if (node.type !== 'FuncCall') continue
    const name = `${node.namespace}::${node.name}`
    if (unsupported.has(name) || unsupported.has(`${node.namespace}::*`))
      throw queryErrors.cannotRun(`cannot run ${name.replace('global::', '')}()`)
  }
  return tree
}

function parseTree(query: string, params: Record<string, unknown>): ExprNode {
  try {
    // groq-js requires a line break after a comment.
    return parse(`${query}\n`, { params })
  } catch (error) {
    if (error instanceof RangeError) throw queryErrors.cannotRun('cannot run a query nested this deep')
    throw queryErrors.syntax(error, query)
  }
}

function queryError(type: string, description: string, details = {}): LakeError {
  return new LakeError(400, { type, description, ...details })
}

export const queryErrors = {
  cannotRun: (reason: string) => queryError('queryEvaluationError', `The local Content Lake ${reason}`),
  missingParameter: (name: string) =>
    queryError('queryParameterError', `param $${name} referenced, but not provided`),
  tooLong: (limit: number) => queryError('queryTooLong', `A query has at most ${limit} characters`),
  timedOut: (milliseconds: number) =>
    queryError('queryTimeout', `The query was stopped after ${milliseconds / 1000} seconds`),
  syntax: (error: unknown, query: string) => {
    const start = error instanceof GroqSyntaxError ? error.position : 0
    return queryError('queryParseError', (error as Error).message, { query, start, end: start })
  },
}

function isNode(value: unknown): value is ExprNode {
  return isAttributes(value) && typeof value.type === 'string'
}

/** All nodes, the root first. Does not enter the values of parameters. */
export function* eachNode(tree: ExprNode): Generator<ExprNode> {
  yield tree
  if (tree.type === 'Value') return
  for (const attribute of Object.values(tree))
    for (const child of Array.isArray(attribute) ? (attribute as unknown[]) : [attribute])
      if (isNode(child)) yield* eachNode(child)
}

/** Maps all nodes of the tree, children first. */
export function changeNodes(tree: ExprNode, change: (node: ExprNode) => ExprNode): ExprNode {
  if (tree.type === 'Value') return change(tree)
  const attributes = Object.entries(tree).map(([name, attribute]) => [name, changeIn(attribute, change)])
  return change(Object.fromEntries(attributes) as ExprNode)
}

function changeIn(attribute: unknown, change: (node: ExprNode) => ExprNode): unknown {
  if (Array.isArray(attribute)) return attribute.map((item: unknown) => changeIn(item, change))
  return isNode(attribute) ? changeNodes(attribute, change) : attribute
}

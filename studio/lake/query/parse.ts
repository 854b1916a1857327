import { GroqSyntaxError, parse } from 'groq-js'
import { LakeError } from '../errors.ts'

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
export function parseQuery(query: string, params: Record<string, unknown>): Syntax {
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

function parseTree(query: string, params: Record<string, unknown>): Syntax {
  try {
    // groq-js requires a line break after a comment.
    return parse(`${query}\n`, { params }) as unknown as Syntax
  } catch (error) {
    if (error instanceof RangeError) throw queryErrors.cannotRun('cannot run a query nested this deep')
    throw queryErrors.syntax(error, query)
  }
}

export const queryErrors = {
  cannotRun: (reason: string) =>
    new LakeError(400, { type: 'queryEvaluationError', description: `The local Content Lake ${reason}` }),
  missingParameter: (name: string) =>
    new LakeError(400, {
      type: 'queryParameterError',
      description: `param $${name} referenced, but not provided`,
    }),
  tooLong: (limit: number) =>
    new LakeError(400, { type: 'queryTooLong', description: `A query has at most ${limit} characters` }),
  timedOut: (milliseconds: number) =>
    new LakeError(400, {
      type: 'queryTimeout',
      description: `The query was stopped after ${milliseconds / 1000} seconds`,
    }),
  syntax: (error: unknown, query: string) => {
    const position = error instanceof GroqSyntaxError ? error.position : 0
    return new LakeError(400, {
      type: 'queryParseError',
      description: error instanceof Error ? error.message : String(error),
      query,
      start: position,
      end: position,
    })
  },
}

/** The syntax nodes of groq-js that this folder reads. The others are left unchanged. */
export type Syntax =
  | { type: 'Everything' }
  | { type: 'This' }
  | { type: 'Value'; value: unknown }
  | { type: 'Parameter'; name: string }
  | { type: 'Context'; key: string }
  | { type: 'Group'; base: Syntax }
  | { type: 'Not'; base: Syntax }
  | { type: 'And'; left: Syntax; right: Syntax }
  | { type: 'AccessAttribute'; name: string; base?: Syntax }
  | { type: 'Array'; elements: { type: 'ArrayElement'; value: Syntax; isSplat: boolean }[] }
  | { type: 'Filter'; base: Syntax; expr: Syntax }
  | { type: 'OpCall'; op: string; left: Syntax; right: Syntax }
  | { type: 'FuncCall'; namespace: string; name: string; args: Syntax[] }

function isSyntax(value: unknown): value is Syntax {
  return typeof value === 'object' && value !== null && typeof (value as Syntax).type === 'string'
}

/** All nodes, the root first. Does not enter the values of parameters. */
export function* eachNode(tree: Syntax): Generator<Syntax> {
  yield tree
  if (tree.type === 'Value') return
  for (const attribute of Object.values(tree))
    for (const child of Array.isArray(attribute) ? (attribute as unknown[]) : [attribute])
      if (isSyntax(child)) yield* eachNode(child)
}

/** Maps all nodes of the tree, children first. */
export function changeNodes(tree: Syntax, change: (node: Syntax) => Syntax): Syntax {
  if (tree.type === 'Value') return change(tree)
  const attributes = Object.entries(tree).map(([name, attribute]) => [name, changeIn(attribute, change)])
  return change(Object.fromEntries(attributes) as Syntax)
}

function changeIn(attribute: unknown, change: (node: Syntax) => Syntax): unknown {
  if (Array.isArray(attribute)) return attribute.map((item: unknown) => changeIn(item, change))
  return isSyntax(attribute) ? changeNodes(attribute, change) : attribute
}

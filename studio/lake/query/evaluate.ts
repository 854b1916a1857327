import { createContext, Script } from 'node:vm'
import { evaluateSync, type ExprNode } from 'groq-js'
import { LakeError } from '../errors.ts'
import { eachNode, parseQuery, queryErrors } from './parse.ts'
import { optimizeQuery } from './optimize.ts'
import { hasTextQuery, rewriteTextQueries } from './text-match.ts'
import type { View } from './view.ts'

export type Query = { query: string; params: Record<string, unknown> }
/** For `sanity::projectId()`, `sanity::dataset()` and `identity()`. */
export type QueryContext = { projectId: string; dataset: string; identity?: string }

const timeoutMs = 5_000

/** The result of a query as JSON. Throws LakeError 400 for a query that is wrong, unsupported or takes too long. */
export function queryAsJson(query: Query, view: View, context: QueryContext): string {
  return runWithTimeout(() => JSON.stringify(evaluate(query, view, context) ?? null), timeoutMs)
}

/** The ids of the documents that the query of a patch or delete selects. Throws LakeError 400. */
export function selectIds(query: Query, view: View): string[] {
  const result = runWithTimeout(() => evaluate(query, view, { projectId: '', dataset: '' }), timeoutMs)
  return [result ?? []].flat().map((item) => {
    const id = (item as { _id?: unknown } | null)?._id
    if (typeof id === 'string') return id
    throw queryErrors.cannotRun('patches and deletes only by a query whose result is documents')
  })
}

/** Parses a query once for many small views. The caller limits the time. Throws LakeError 400. */
export function prepareQuery({ query, params }: Query, context: QueryContext): (view: View) => unknown {
  const tree = parseQuery(query, params)
  if (!hasTextQuery(tree)) return (view) => evaluateTree(tree, view, context)
  return (view) => evaluateTree(rewriteTextQueries(tree, view), view, context)
}

function evaluate({ query, params }: Query, view: View, context: QueryContext): unknown {
  const tree = rewriteTextQueries(parseQuery(query, params), view)
  return evaluateTree(optimizeQuery(tree, view), view, context)
}

function evaluateTree(tree: ExprNode, view: View, { identity = '', ...sanity }: QueryContext): unknown {
  const value = evaluateSync(tree, {
    // Builds the list of all documents only for a query with `*`, which an index lookup may have replaced.
    dataset: eachNode(tree).some(readsEverything) ? view.documents : [],
    dereference: ({ _ref }: { _ref: string }) => view.get(_ref),
    identity,
    sanity,
  })
  return value.data as unknown
}

function readsEverything(node: ExprNode): boolean {
  return node.type === 'Everything' || (node.type === 'FuncCall' && node.namespace === 'releases')
}

const script = new Script('run()')
const globals: { run?: () => unknown } = {}
const sandbox = createContext(globals)

/** Stops synchronous code after a time, which only node:vm can do on the same thread. Throws LakeError 400. */
export function runWithTimeout<Result>(run: () => Result, milliseconds: number): Result {
  // A nested run shares the time limit of the outer one.
  if (globals.run) return run()
  globals.run = run
  try {
    return script.runInContext(sandbox, { timeout: milliseconds }) as Result
  } catch (error) {
    if (error instanceof LakeError) throw error
    if ((error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw queryErrors.timedOut(milliseconds)
    throw queryErrors.cannotRun(`cannot run this query: ${(error as Error).message}`)
  } finally {
    delete globals.run
  }
}

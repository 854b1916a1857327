import { evaluateSync } from 'groq-js'
import { LakeError } from '../http/errors.ts'
import { limitMemory } from './allowance.ts'
import { runBounded } from './bounded.ts'
import { queryErrors } from './errors.ts'
import { hasTextQuery, replaceTextQueries } from './match-text.ts'
import { stringifyBounded } from './measure.ts'
import { parseQuery } from './parse.ts'
import { planQuery } from './plan.ts'
import { eachNode, type Syntax } from './syntax.ts'
import type { View } from './view.ts'

export type QueryContext = { identity: string; projectId: string; dataset: string }

const MOST_MILLISECONDS = 5_000

/** The result of a query. Throws LakeError 400 with the reason for one that is wrong or cannot be run here. */
export function evaluateQuery(
  query: string,
  params: Record<string, unknown>,
  view: View,
  context: QueryContext,
): unknown {
  return bound(() => evaluate(query, params, view, context), MOST_MILLISECONDS)
}

/** As evaluateQuery, the result as JSON. */
export function queryAsJson(
  query: string,
  params: Record<string, unknown>,
  view: View,
  context: QueryContext,
): string {
  return bound(() => stringifyBounded(evaluate(query, params, view, context)), MOST_MILLISECONDS)
}

/**
 * A query that is asked of many small views, parsed once; its time is the caller's to bound, once for all of them.
 * Throws LakeError 400 for one that is wrong.
 */
export function prepareQuery(
  query: string,
  params: Record<string, unknown>,
  context: QueryContext,
): (view: View) => unknown {
  const tree = parseQuery(query, params)
  if (!hasTextQuery(tree)) return (view) => runTree(tree, view, context)
  return (view) => runTree(replaceTextQueries(tree, view), view, context)
}

/** Runs what evaluates queries for at most so long. Throws LakeError 400 with the reason where that fails. */
export function bound<T>(run: () => T, milliseconds: number): T {
  try {
    return runBounded(run, milliseconds)
  } catch (error) {
    if (error instanceof LakeError) throw error
    throw queryErrors.cannotRun(`cannot run this query: ${(error as Error).message}`)
  }
}

function evaluate(query: string, params: Record<string, unknown>, view: View, context: QueryContext) {
  const tree = planQuery(replaceTextQueries(parseQuery(query, params), view), view)
  return runTree(limitMemory(tree), view, context)
}

function runTree(tree: Syntax, view: View, { identity, projectId, dataset }: QueryContext): unknown {
  const value = evaluateSync(tree as unknown as Parameters<typeof evaluateSync>[0], {
    dataset: readsAll(tree) ? view.documents : [],
    dereference: ({ _ref }: { _ref: string }) => view.get(_ref),
    identity,
    sanity: { projectId, dataset },
  })
  return value.data as unknown
}

/** Not so where the plan has put the documents of an index in place of `*`. */
function readsAll(tree: Syntax): boolean {
  return eachNode(tree).some(({ type }) => type === 'Everything')
}

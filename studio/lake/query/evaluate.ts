import { evaluateSync, toJS } from 'groq-js'
import { LakeError } from '../http/errors.ts'
import { runBounded, stringifyBounded } from './bounded.ts'
import { queryErrors } from './errors.ts'
import { replaceTextQueries } from './match-text.ts'
import { parseQuery } from './parse.ts'
import { planQuery } from './plan.ts'
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
  return explainFailure(() => runBounded(() => evaluate(query, params, view, context), MOST_MILLISECONDS))
}

/** As evaluateQuery, the result as JSON. */
export function queryAsJson(
  query: string,
  params: Record<string, unknown>,
  view: View,
  context: QueryContext,
): string {
  return explainFailure(() =>
    runBounded(() => stringifyBounded(evaluate(query, params, view, context)), MOST_MILLISECONDS),
  )
}

function evaluate(query: string, params: Record<string, unknown>, view: View, context: QueryContext) {
  const { identity, projectId, dataset } = context
  const tree = planQuery(replaceTextQueries(parseQuery(query, params), view), view)
  const value = evaluateSync(tree as unknown as Parameters<typeof evaluateSync>[0], {
    dataset: view.documents,
    dereference: ({ _ref }: { _ref: string }) => view.get(_ref),
    identity,
    sanity: { projectId, dataset },
  })
  return toJS(value) as unknown
}

function explainFailure<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof LakeError) throw error
    throw queryErrors.cannotRun(`cannot run this query: ${(error as Error).message}`)
  }
}

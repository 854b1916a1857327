import { prepareQuery, type Query, type QueryContext, runWithTimeout } from '../query/evaluate.ts'
import { View } from '../query/view.ts'
import type { LakeDocument } from '../store/types.ts'

/** For each document, whether it belongs to a listener's query. Throws LakeError 400 if that takes too long. */
export type Matcher = (documents: readonly (LakeDocument | undefined)[]) => boolean[]

/** Every write waits for the queries of all listeners. */
const timeoutMs = 1_000

/**
 * Evaluates the query on each document alone, as the hosted service does: joins find no other document.
 * Throws LakeError 400 for an invalid query.
 */
export function createMatcher(query: Query, context: QueryContext): Matcher {
  const run = runWithTimeout(() => prepareQuery(query, context), timeoutMs)
  const matches = (documents: readonly LakeDocument[]) => {
    const result = run(new View(() => documents))
    return Array.isArray(result) ? result.length > 0 : result !== null && result !== false && result !== 0
  }
  runWithTimeout(() => matches([]), timeoutMs)
  return (documents) =>
    runWithTimeout(() => documents.map((document) => !!document && matches([document])), timeoutMs)
}

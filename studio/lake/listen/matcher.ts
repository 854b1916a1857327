import { bound, prepareQuery, type QueryContext } from '../query/evaluate.ts'
import { View } from '../query/view.ts'
import type { LakeDocument } from '../store/types.ts'

/** Which of the documents are in a listener's query. */
export type Matcher = (documents: readonly (LakeDocument | undefined)[]) => boolean[]

/** Whoever writes waits for the filters of all who listen. */
const MOST_MILLISECONDS = 1_000

/**
 * Whether a document is one of a listener's query, asked of that document alone as the Content Lake does: a join sees
 * no other document. Throws LakeError 400 for a query that cannot be run; so does what it answers, where that takes
 * too long.
 */
export function createMatcher(
  query: string,
  params: Record<string, unknown>,
  context: QueryContext,
): Matcher {
  const run = bound(() => prepareQuery(query, params, context), MOST_MILLISECONDS)
  const matches = (documents: readonly LakeDocument[]) => {
    const result = run(new View(() => documents))
    return Array.isArray(result) ? result.length > 0 : result !== null && result !== false && result !== 0
  }
  bound(() => matches([]), MOST_MILLISECONDS)
  return (documents) =>
    bound(() => documents.map((document) => document !== undefined && matches([document])), MOST_MILLISECONDS)
}

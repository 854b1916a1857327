import { evaluateQuery, type QueryContext } from '../query/evaluate.ts'
import { View } from '../query/view.ts'
import type { LakeDocument } from '../store/types.ts'

export type Matcher = (document: LakeDocument | undefined) => boolean

/**
 * Whether a document is one of a listener's query, asked of that document alone as the Content Lake does: a join sees
 * no other document. Throws LakeError 400 for a query that cannot be run.
 */
export function createMatcher(
  query: string,
  params: Record<string, unknown>,
  context: QueryContext,
): Matcher {
  const matches = (documents: readonly LakeDocument[]) => {
    const result = evaluateQuery(query, params, new View(documents), context)
    return Array.isArray(result) ? result.length > 0 : result !== null && result !== false && result !== 0
  }
  matches([])
  return (document) => document !== undefined && matches([document])
}

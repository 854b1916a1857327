import { LakeError } from '../http/errors.ts'
import { bound, prepareQuery, type QueryContext } from '../query/evaluate.ts'
import { View } from '../query/view.ts'
import type { LakeDocument } from '../store/types.ts'
import { startBusyClock } from './busy-time.ts'

/** Which of the documents are in a listener's query. */
export type Matcher = (documents: readonly (LakeDocument | undefined)[]) => boolean[]

/** Whoever writes waits for the filters of all who listen. */
const MILLISECONDS_EACH = 50
const LEAST_MILLISECONDS = 200
const MOST_MILLISECONDS = 500

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
    const result = run(new View(documents))
    return Array.isArray(result) ? result.length > 0 : result !== null && result !== false && result !== 0
  }
  bound(() => matches([]), MOST_MILLISECONDS)
  return (documents) => {
    if (documents.length === 0) return []
    const milliseconds = Math.max(LEAST_MILLISECONDS, documents.length * MILLISECONDS_EACH)
    return boundFairly(
      () => documents.map((document) => document !== undefined && matches([document])),
      Math.min(MOST_MILLISECONDS, milliseconds),
    )
  }
}

/** As `bound`, again where the machine gave this thread less than half of the time. */
function boundFairly<T>(run: () => T, milliseconds: number, attempts = 5): T {
  const busy = startBusyClock()
  try {
    return bound(run, milliseconds)
  } catch (error) {
    const wasStopped = error instanceof LakeError && error.details.type === 'queryTimeout'
    if (!wasStopped || attempts === 1 || busy() > milliseconds / 2) throw error
    return boundFairly(run, milliseconds, attempts - 1)
  }
}

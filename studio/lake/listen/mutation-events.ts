import { toMendozaPatches } from '../history/mendoza.ts'
import { prepareQuery, type Query, type QueryContext, runWithTimeout } from '../query/evaluate.ts'
import { View } from '../query/view.ts'
import type { Change, LakeDocument, Transaction } from '../store/types.ts'

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

export type EventOptions = {
  includeResult: boolean
  includePreviousRevision: boolean
  includeMutations: boolean
  includeEffects: boolean
}

export type MutationEvent = { eventId: string; documentId: string; [field: string]: unknown }

type Transition = 'appear' | 'update' | 'disappear'

/**
 * The events of a transaction for one listener: one for each document that matches its query before or after.
 * Throws LakeError 400 if the query fails or takes too long.
 */
export function toMutationEvents(
  transaction: Transaction,
  matches: Matcher,
  options: EventOptions,
): MutationEvent[] {
  const { changes } = transaction
  const matched = matches(changes.flatMap(({ before, after }) => [before, after]))
  const matching = changes.flatMap((change, index) => {
    const transition = findTransition(matched[2 * index] === true, matched[2 * index + 1] === true)
    return transition ? [{ change, transition }] : []
  })
  // The Studio waits until it has as many events as the total, so count those of this listener only.
  return matching.map(({ change, transition }, index) => ({
    ...toMutationEvent(transaction, change, options),
    transition,
    transactionTotalEvents: matching.length,
    transactionCurrentEvent: index + 1,
  }))
}

function findTransition(matchedBefore: boolean, matchesAfter: boolean): Transition | undefined {
  if (matchesAfter) return matchedBefore ? 'update' : 'appear'
  return matchedBefore ? 'disappear' : undefined
}

function toMutationEvent(transaction: Transaction, change: Change, options: EventOptions): MutationEvent {
  const { documentId, before, after, mutations } = change
  return {
    eventId: `${transaction.id}#${documentId}`,
    documentId,
    transactionId: transaction.id,
    identity: transaction.identity,
    timestamp: transaction.timestamp,
    visibility: 'query',
    ...(before && { previousRev: before._rev }),
    // Also after a deletion: the Studio ignores an event without it and then waits for it forever.
    resultRev: transaction.id,
    mutations: options.includeMutations ? mutations : [],
    ...(options.includeResult && after && { result: after }),
    ...(options.includePreviousRevision && before && { previous: before }),
    ...(options.includeEffects && { effects: toMendozaPatches(change) }),
  }
}

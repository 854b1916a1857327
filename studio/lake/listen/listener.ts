import { randomUUID } from 'node:crypto'
import { toMendozaPatches } from '../history/mendoza.ts'
import { findSequence, listChanges, listTransactions, type TransactionRow } from '../history/statements.ts'
import { type EventSink, formatEvent } from '../http/event-stream.ts'
import { readableChanges } from '../people/scope.ts'
import { prepareQuery, type Query, type QueryContext, runWithTimeout } from '../query/evaluate.ts'
import { queryErrors } from '../query/parse.ts'
import { View } from '../query/view.ts'
import type { Change, LakeDocument, Store, Transaction } from '../store/types.ts'

export type Listener = {
  store: Store
  matches: ReturnType<typeof createMatcher>
  options: Record<
    'includeResult' | 'includePreviousRevision' | 'includeMutations' | 'includeEffects',
    boolean
  >
  /** The last event that the client received, `<transaction>#<document>`, or `<transaction>#` for the welcome event. */
  resumeAfter?: string | undefined
}

/** A client that missed more transactions gets `reset`, and fetches its documents again. */
const maxMissed = 1_000
/** For replaying all missed transactions together: the replay blocks other requests. */
const replayTimeoutMs = 1_000

/**
 * Sends the welcome event, the events that the client missed, and then each event of its query. If the query fails,
 * the stream is closed, so that the client does not miss events unnoticed. Returns a function that stops it.
 */
export function openListener(listener: Listener, sink: EventSink): () => void {
  const { store, resumeAfter } = listener
  const listenerName = randomUUID()
  const missed = resumeAfter === undefined ? undefined : findMissed(store, resumeAfter)
  if (missed) sink.send(formatEvent('welcomeback', { listenerName }))
  else {
    // With an id, so that a client that has not received any event yet resumes, too, instead of starting again.
    const [last] = listTransactions(store.database, { newestFirst: true, limit: 1 })
    const welcome = resumeAfter === undefined ? 'welcome' : 'reset'
    sink.send(formatEvent(welcome, { listenerName }, last && `${last.id}#`))
  }
  try {
    replay(missed ?? [], listener, sink)
  } catch {
    // The next attempt to resume would fail as well.
    sink.send(formatEvent('reset', { listenerName }))
  }
  return store.afterCommit((transaction) => {
    try {
      sendEvents(transaction, listener, sink)
    } catch (error) {
      sink.close()
      throw error
    }
  })
}

function replay(missed: readonly TransactionRow[], listener: Listener, sink: EventSink): void {
  const { store } = listener
  const startedAt = performance.now()
  for (const row of missed) {
    if (performance.now() - startedAt > replayTimeoutMs) throw queryErrors.timedOut(replayTimeoutMs)
    const changes = listChanges(store.database, row.sequence, { documents: true, mutations: true })
    sendEvents({ ...row, changes: readableChanges(changes, store) }, listener, sink, listener.resumeAfter)
  }
}

function sendEvents(transaction: Transaction, listener: Listener, sink: EventSink, lastEventId?: string) {
  const events = toMutationEvents(transaction, listener)
  const last = events.findIndex(({ eventId }) => eventId === lastEventId)
  for (const event of events.slice(last + 1)) sink.send(formatEvent('mutation', event, event.eventId))
}

/**
 * Includes the transaction of the last event, which may have more events, unless it is that of the welcome event.
 * Undefined if there are too many.
 */
function findMissed(store: Store, lastEventId: string): TransactionRow[] | undefined {
  const [transactionId = '', documentId] = lastEventId.split('#')
  const last = findSequence(store.database, transactionId)
  if (last === undefined) return undefined
  const missed = listTransactions(store.database, {
    from: documentId === '' ? last + 1 : last,
    limit: maxMissed + 1,
  })
  return missed.length > maxMissed ? undefined : missed
}

/** Every write waits for the queries of all listeners. */
const timeoutMs = 1_000

/**
 * Evaluates the query on each document alone, as the hosted service does: joins find no other document. Throws LakeError
 * 400 for an invalid query, and later if it takes too long.
 */
export function createMatcher(query: Query, context: QueryContext) {
  const run = runWithTimeout(() => prepareQuery(query, context), timeoutMs)
  const matches = (document: LakeDocument | undefined) => {
    const documents = document ? [document] : []
    const get = (id: string) => documents.find(({ _id }) => _id === id)
    const result = run(new View({ all: () => documents, get }))
    return Array.isArray(result) ? result.length > 0 : result !== null && result !== false && result !== 0
  }
  runWithTimeout(() => matches(undefined), timeoutMs)
  return (documents: readonly (LakeDocument | undefined)[]): boolean[] =>
    runWithTimeout(() => documents.map((document) => !!document && matches(document)), timeoutMs)
}

/**
 * The events of a transaction for one listener: one for each document that matches its query before or after.
 * Throws LakeError 400 if the query fails or takes too long.
 */
function toMutationEvents(transaction: Transaction, { matches, options }: Listener) {
  const { changes } = transaction
  const matched = matches(changes.flatMap(({ before, after }) => [before, after]))
  const matching = changes.flatMap((change, index) => {
    const [before, after] = [matched[2 * index], matched[2 * index + 1]]
    if (after) return [{ change, transition: before ? 'update' : 'appear' }]
    return before ? [{ change, transition: 'disappear' }] : []
  })
  // The Studio waits until it has as many events as the total, so count those of this listener only.
  return matching.map(({ change, transition }, index) => ({
    ...toMutationEvent(transaction, change, options),
    transition,
    transactionTotalEvents: matching.length,
    transactionCurrentEvent: index + 1,
  }))
}

function toMutationEvent(transaction: Transaction, change: Change, options: Listener['options']) {
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

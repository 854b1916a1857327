import { randomUUID } from 'node:crypto'
import { findSequence, listChanges, listTransactions, type TransactionRow } from '../history/statements.ts'
import { type EventSink, formatEvent } from '../http/event-stream.ts'
import { queryErrors } from '../query/parse.ts'
import type { Store, Transaction } from '../store/types.ts'
import { type EventOptions, type Matcher, toMutationEvents } from './mutation-events.ts'

export type Listener = {
  store: Store
  matches: Matcher
  options: EventOptions
  /** The last event that the client received, `<transaction>#<document>`, if it wants to resume. */
  resumeAfter?: string | undefined
}

/** A client that missed more transactions gets `reset`, and fetches its documents again. */
const maxMissed = 1_000
/** For all missed transactions together, which block other requests. */
const replayTimeoutMs = 1_000

/**
 * Sends the welcome event, the events that the client missed, and then each event of its query. If the query fails,
 * the stream is closed, so that the client does not miss events unnoticed. Returns a function that stops it.
 */
export function openListener(listener: Listener, sink: EventSink): () => void {
  const { store, resumeAfter } = listener
  const listenerName = randomUUID()
  const missed = resumeAfter === undefined ? undefined : findMissed(store, resumeAfter)
  const welcome = resumeAfter === undefined ? 'welcome' : missed ? 'welcomeback' : 'reset'
  sink.send(formatEvent(welcome, { listenerName }))
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
  const startedAt = performance.now()
  for (const row of missed) {
    if (performance.now() - startedAt > replayTimeoutMs) throw queryErrors.timedOut(replayTimeoutMs)
    const changes = listChanges(listener.store.database, row.sequence, { documents: true, mutations: true })
    sendEvents({ ...row, changes }, listener, sink, listener.resumeAfter)
  }
}

function sendEvents(
  transaction: Transaction,
  { matches, options }: Listener,
  sink: EventSink,
  lastEventId?: string,
): void {
  const events = toMutationEvents(transaction, matches, options)
  const last = events.findIndex(({ eventId }) => eventId === lastEventId)
  for (const event of events.slice(last + 1)) sink.send(formatEvent('mutation', event, event.eventId))
}

/** Includes the transaction of the last event, which may have more events. Undefined if there are too many. */
function findMissed(store: Store, lastEventId: string): TransactionRow[] | undefined {
  const from = findSequence(store.database, lastEventId.split('#')[0] ?? '')
  if (from === undefined) return undefined
  const missed = listTransactions(store.database, { from, limit: maxMissed + 1 })
  return missed.length > maxMissed ? undefined : missed
}

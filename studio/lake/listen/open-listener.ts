import { randomUUID } from 'node:crypto'
import { findSequence, type Heading, listChanges, listTransactions } from '../history/statements.ts'
import { queryErrors } from '../query/errors.ts'
import type { Store, Transaction } from '../store/types.ts'
import type { Matcher } from './matcher.ts'
import { type ListenOptions, toMutationEvents } from './mutation-events.ts'
import { type EventSink, formatEvent } from './sink.ts'

export type Listening = {
  store: Store
  matches: Matcher
  options: ListenOptions
  /** The last event that the reader has, where it asked to resume: `<transaction>#<document>`. */
  resumeAfter?: string | undefined
}

/** Transactions that a reader may have missed; one that missed more starts afresh. */
const MOST_MISSED = 1_000
/** For all that it missed: meanwhile nobody else is answered. */
const MOST_MILLISECONDS = 1_000

/**
 * Welcomes a reader, gives it what it missed, then every event of its query. Where the query fails, the stream ends:
 * a reader must not believe that nothing happened. Answers how to stop.
 */
export function openListener(listening: Listening, sink: EventSink): () => void {
  const { store, resumeAfter } = listening
  const listenerName = randomUUID()
  const missed = resumeAfter === undefined ? undefined : findMissed(store, resumeAfter)
  if (resumeAfter === undefined) sink.send(formatEvent('welcome', { listenerName }))
  else sink.send(formatEvent(missed ? 'welcomeback' : 'reset', { listenerName }))
  const began = performance.now()
  try {
    for (const heading of missed ?? []) {
      if (performance.now() - began > MOST_MILLISECONDS) throw queryErrors.tookTooLong(MOST_MILLISECONDS)
      const changes = listChanges(store.database, heading.sequence, { documents: true, mutations: true })
      announce({ ...heading, changes }, listening, sink, resumeAfter)
    }
  } catch {
    // It would fail again the next time: the reader starts afresh instead.
    sink.send(formatEvent('reset', { listenerName }))
  }
  return store.afterCommit((transaction) => {
    try {
      announce(transaction, listening, sink)
    } catch (error) {
      sink.close()
      throw error
    }
  })
}

function announce(
  transaction: Transaction,
  { matches, options }: Listening,
  sink: EventSink,
  after?: string,
): void {
  const events = toMutationEvents(transaction, matches, options)
  const known = events.findIndex(({ eventId }) => eventId === after)
  for (const event of events.slice(known + 1)) sink.send(formatEvent('mutation', event, event.eventId))
}

/** From the transaction of the last event on, which may have had more events; undefined where that is too long ago. */
function findMissed(store: Store, lastEventId: string): Heading[] | undefined {
  const from = findSequence(store.database, lastEventId.split('#')[0] ?? '')
  if (from === undefined) return undefined
  const missed = listTransactions(store.database, { from, limit: MOST_MISSED + 1 })
  return missed.length > MOST_MISSED ? undefined : missed
}

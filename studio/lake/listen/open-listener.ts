import { randomUUID } from 'node:crypto'
import { findSequence, listTransactions } from '../history/statements.ts'
import type { Reader } from '../query/views.ts'
import type { Store, Transaction } from '../store/types.ts'
import type { Matcher } from './matcher.ts'
import { type ListenOptions, toMutationEvents } from './mutation-events.ts'
import { type EventSink, formatEvent } from './sink.ts'

export type Listening = {
  store: Store
  matches: Matcher
  reader: Reader
  options: ListenOptions
  /** The last event that the reader has, where it asked to resume: `<transaction>#<document>`. */
  resumeAfter?: string | undefined
}

/** Transactions that a reader may have missed; one that missed more starts afresh. */
const MOST_MISSED = 1_000

/** Welcomes a reader, gives it what it missed, then every event of its query. Answers how to stop. */
export function openListener(listening: Listening, sink: EventSink): () => void {
  const { store, resumeAfter } = listening
  const listenerName = randomUUID()
  const missed = resumeAfter === undefined ? undefined : findMissed(store, resumeAfter)
  if (resumeAfter === undefined) sink.send(formatEvent('welcome', { listenerName }))
  else sink.send(formatEvent(missed ? 'welcomeback' : 'reset', { listenerName }))
  for (const transaction of missed ?? []) announce(transaction, listening, sink, resumeAfter)
  return store.afterCommit((transaction) => announce(transaction, listening, sink))
}

function announce(
  transaction: Transaction,
  { matches, reader, options }: Listening,
  sink: EventSink,
  after?: string,
): void {
  const events = toMutationEvents(transaction, matches, reader, options)
  const known = events.findIndex(({ eventId }) => eventId === after)
  for (const event of events.slice(known + 1)) sink.send(formatEvent('mutation', event, event.eventId))
}

/** From the transaction of the last event on, which may have had more events; undefined where that is too long ago. */
function findMissed(store: Store, lastEventId: string): Transaction[] | undefined {
  const from = findSequence(store.database, lastEventId.split('#')[0] ?? '')
  if (from === undefined) return undefined
  const missed = listTransactions(store.database, { from, limit: MOST_MISSED + 1 })
  return missed.length > MOST_MISSED ? undefined : missed
}

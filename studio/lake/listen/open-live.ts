import { isPublishedId } from '../mutations/document-id.ts'
import { mayRead, type Reader } from '../query/views.ts'
import type { Store, Transaction } from '../store/types.ts'
import { type EventSink, formatEvent } from './sink.ts'

type Live = {
  store: Store
  reader: Reader
  includeDrafts: boolean
  tag: string
  lastEventId: string | undefined
}

/** Tells a reader whenever a query may answer differently. Answers how to stop. */
export function openLive(
  { store, reader, includeDrafts, tag, lastEventId }: Live,
  sink: EventSink,
): () => void {
  const latest = findLatest(store)
  const event = lastEventId === undefined || lastEventId === latest ? 'welcome' : 'restart'
  sink.send(formatEvent(event, {}, latest))
  const concerns = ({ changes }: Transaction) =>
    changes.some(
      ({ documentId }) => mayRead(reader, documentId) && (includeDrafts || isPublishedId(documentId)),
    )
  return store.afterCommit((transaction) => {
    if (concerns(transaction)) sink.send(formatEvent('message', { tags: [tag] }, transaction.id))
  })
}

function findLatest({ database }: Store): string {
  const row = database.prepare('SELECT id FROM transactions ORDER BY sequence DESC LIMIT 1').get()
  return String(row?.id ?? 'none')
}

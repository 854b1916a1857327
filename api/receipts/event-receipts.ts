import type { Receipt } from '#domain/receipt.ts'
import type { ContentFault } from '../queries/content-faults.ts'
import type { ToldChange } from '../queries/content-changes.ts'
import type { SyncedChange } from '../calendar/calendar.ts'
import type { SyncedRevision } from '../queries/synced-events.ts'

type SeenFault = ContentFault & { seenAt: Date }

export type EventReceipts = {
  /** Takes note of changes that were told; what is older than what is known changes nothing. */
  note: (changes: readonly ToldChange[]) => void
  /** Takes note of all faults that there are. */
  noteFaults: (faults: readonly SeenFault[]) => void
  /** Takes note of the events that are served from now on. */
  noteCalendar: (change: SyncedChange, now: Date) => void
  list: (now: Date) => Receipt[]
  /** The receipts that may be others than at the last call. */
  listChanged: (now: Date) => Receipt[]
}

type Served = SyncedRevision & { at: Date; milliseconds?: number }
type Gone = { revision: string; at: Date }

/**
 * A change is written together with its event, and the calendar follows within milliseconds: what is not as told by
 * then was overtaken by a later change, or by a sweep.
 */
const settlesWithin = 10_000
/** As long as the database keeps what was told (queries/content-changes.ts). In milliseconds. */
const remembered = 2 * 24 * 3_600_000

/** The receipts of events: one is live once the calendar in memory has its revision. */
export function createEventReceipts(): EventReceipts {
  const told = new Map<string, ToldChange>()
  let faults: ReadonlyMap<string, SeenFault> = new Map()
  let served: Map<string, Served> | undefined
  /** The document of each row that is served. */
  const documents = new Map<string, string>()
  const gone = new Map<string, Gone>()
  const touched = new Set<string>()

  /** Forgets what is served of these rows, and answers it by document. */
  function takeServed(ids: Iterable<string>): Map<string, Served> {
    const taken = new Map<string, Served>()
    for (const id of ids) {
      const documentId = documents.get(id) ?? ''
      const event = served?.get(documentId)
      if (event) taken.set(documentId, event)
      served?.delete(documentId)
      documents.delete(id)
    }
    return taken
  }

  /** Whether the calendar in memory has yet to follow. */
  function isAwaited(change: ToldChange, event: Served | undefined, now: Date): boolean {
    if (!served) return true
    if (now.getTime() - change.receivedAt.getTime() > settlesWithin) return false
    if (change.operation === 'delete') return event !== undefined && event.updatedAt <= change.updatedAt
    return event
      ? event.updatedAt < change.updatedAt
      : gone.get(change.documentId)?.revision !== change.revision
  }

  /** What left long ago nobody has open any more. */
  function forget(now: Date): void {
    const isOld = (at: Date) => now.getTime() - at.getTime() > remembered
    for (const [documentId, { at }] of gone) if (isOld(at)) gone.delete(documentId)
    for (const [documentId, { receivedAt }] of told) if (isOld(receivedAt)) told.delete(documentId)
  }

  function describe(documentId: string, now: Date): Receipt {
    const fault = faults.get(documentId)
    if (fault) return describeFault(fault)
    const change = told.get(documentId)
    const event = served?.get(documentId)
    if (change && isAwaited(change, event, now)) {
      return {
        documentId,
        revision: change.revision,
        state: 'publishing',
        at: change.updatedAt.toISOString(),
      }
    }
    return event ? describeServed(event) : describeRemoved(documentId, change, gone.get(documentId))
  }

  return {
    note: (changes) => {
      for (const change of changes) {
        const last = told.get(change.documentId)
        touched.add(change.documentId)
        if (!last || last.updatedAt <= change.updatedAt) told.set(change.documentId, change)
      }
    },
    noteFaults: (found) => {
      const last = faults
      faults = new Map(found.map((fault) => [fault.documentId, fault]))
      for (const documentId of [...last.keys(), ...faults.keys()]) touched.add(documentId)
    },
    noteCalendar: ({ ids, synced }, now) => {
      const isFirst = !served
      served ??= new Map()
      const left = takeServed(ids ?? [...documents.keys()])
      for (const event of synced) {
        const { documentId } = event
        const before = left.get(documentId)
        left.delete(documentId)
        documents.set(event.id, documentId)
        if (before?.revision === event.revision) {
          served.set(documentId, before)
          continue
        }
        gone.delete(documentId)
        touched.add(documentId)
        const milliseconds = Math.max(0, now.getTime() - event.updatedAt.getTime())
        // What the first calendar holds was served before, since nobody knows when.
        served.set(documentId, {
          ...event,
          ...(isFirst ? { at: event.updatedAt } : { at: now, milliseconds }),
        })
      }
      forget(now)
      for (const [documentId, { revision }] of left) {
        gone.set(documentId, { revision, at: now })
        touched.add(documentId)
      }
    },
    listChanged: (now) => {
      const receipts = [...touched].map((documentId) => describe(documentId, now))
      touched.clear()
      // These change by themselves, when nothing has come of them for long.
      for (const { state, documentId } of receipts) if (state === 'publishing') touched.add(documentId)
      return receipts
    },
    list: (now) =>
      [...new Set([...told.keys(), ...faults.keys(), ...(served?.keys() ?? []), ...gone.keys()])].map((id) =>
        describe(id, now),
      ),
  }
}

function describeServed({ documentId, id, revision, at, milliseconds }: Served): Receipt {
  return {
    documentId,
    revision,
    state: 'live',
    at: at.toISOString(),
    ...(milliseconds !== undefined && { milliseconds }),
    path: `/event/${id}`,
  }
}

function describeFault({ documentId, revision, reason, seenAt }: SeenFault): Receipt {
  return { documentId, revision, state: 'failed', at: seenAt.toISOString(), reason }
}

/** The document of a removal is as old as its last change, so how long it took is counted from the word of it. */
function describeRemoved(
  documentId: string,
  change: ToldChange | undefined,
  left: Gone | undefined,
): Receipt {
  const at = left?.at ?? change?.receivedAt ?? new Date()
  const milliseconds =
    change?.operation === 'delete' && left ? at.getTime() - change.receivedAt.getTime() : -1
  return {
    documentId,
    revision: change?.revision ?? left?.revision ?? '',
    state: 'removed',
    at: at.toISOString(),
    ...(milliseconds >= 0 && { milliseconds }),
  }
}

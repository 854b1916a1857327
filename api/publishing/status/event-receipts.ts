import type { Receipt } from '#domain/content/receipt.ts'
import type { ToldChange } from '../../content/change-queries.ts'
import type { ContentFault } from '../../content/fault-queries.ts'
import type { SyncedChange } from '../../events/calendar.ts'
import type { SyncedRevision } from '../../events/sync-queries.ts'

type SeenFault = ContentFault & { seenAt: Date }

export type EventReceipts = {
  /** Ignores changes that are older than the known ones. */
  note: (changes: readonly ToldChange[]) => void
  noteFaults: (faults: readonly SeenFault[]) => void
  noteCalendar: (change: SyncedChange, now: Date) => void
  list: (now: Date) => Receipt[]
  listChanged: (now: Date) => Receipt[]
}

type Served = SyncedRevision & { at: Date; milliseconds?: number }
type Gone = { revision: string; at: Date }

/** A change and its event are written together; if the calendar differs after this long, it was overtaken. */
const settlesWithin = 10_000
/** Milliseconds; as long as content/change-queries.ts keeps changes. */
const remembered = 2 * 24 * 3_600_000

/** An event is live once the calendar in memory has its revision. */
export function createEventReceipts(): EventReceipts {
  const told = new Map<string, ToldChange>()
  let faults: ReadonlyMap<string, SeenFault> = new Map()
  let served: Map<string, Served> | undefined
  /** By row id. */
  const documents = new Map<string, string>()
  const gone = new Map<string, Gone>()
  const touched = new Set<string>()

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

  function isAwaited(change: ToldChange, event: Served | undefined, now: Date): boolean {
    if (!served) return true
    if (now.getTime() - change.receivedAt.getTime() > settlesWithin) return false
    if (change.operation === 'delete') return event !== undefined && event.updatedAt <= change.updatedAt
    return event
      ? event.updatedAt < change.updatedAt
      : gone.get(change.documentId)?.revision !== change.revision
  }

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
        // The first calendar was served before this process: nobody knows since when.
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
      // These change by time alone, to failed.
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

/** A removed document has the date of its last change, so the time is counted from the notification. */
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

import type { Receipt } from '#domain/receipt.ts'
import type { Calendar } from '../calendar/calendar.ts'
import type { Database } from '../database/open.ts'
import type { Logger } from '../log.ts'
import type { Outcome } from '../publisher/outcome.ts'
import { listNewestChanges } from '../queries/content-changes.ts'
import { listContentFaults } from '../queries/content-faults.ts'
import { createEventReceipts } from './event-receipts.ts'
import { createPageReceipts, type PageRevision } from './page-receipts.ts'
import { runCoalesced } from '../run-coalesced.ts'
import { runPaced } from '../run-paced.ts'

export type Receipts = {
  /**
   * To be awaited before a publish begins; what it answers is told what became of that publish. A check also asks the
   * content what it has, since a word of it may have been lost. Never rejects.
   */
  begin: (cause: 'told' | 'check') => Promise<(outcome: Outcome) => void>
  /** Reads what the database was told since, now or in a moment: a burst of changes shares a few reads. Never rejects. */
  refresh: () => Promise<void>
  /** The receipt of every document that is known. */
  list: () => Receipt[]
  /** Calls back with the receipts that are others than before, until `stop` is called. */
  follow: (listener: (changed: Receipt[]) => void) => { stop: () => void }
} & Disposable

type Options = {
  sql: Database
  calendar: Calendar
  /** The id of the release that is served. */
  readRelease: () => string | undefined
  /** Whether a host builds the site, so that this release is not what visitors see. */
  handsOver?: boolean
  /** What the content has of the documents that pages are made of. */
  readPages: () => Promise<PageRevision[]>
  logger: Logger
}

/** Transactions that are open at once come in any order: so many numbers below the highest one are read again. */
const overlap = 200
const interval = 10_000
/** Between two reads for changes of events, in milliseconds. */
const [shortestPause, longestPause] = [100, 2_000]

/** Keeps the receipts of all documents: what this process serves of them. */
export function keepReceipts(options: Options): Receipts {
  const { sql, calendar, readRelease, handsOver = false, readPages, logger } = options
  const pages = createPageReceipts(readRelease, { handsOver })
  const events = createEventReceipts()
  const listeners = new Set<(changed: Receipt[]) => void>()
  let announced = new Map<string, string>()
  let announcing: NodeJS.Timeout | undefined
  let nextAt = 0
  let highest = 0
  let seen = new Set<number>()

  const stopping = new AbortController()

  const look = runCoalesced(async () => {
    try {
      const changes = await listNewestChanges(sql, highest - overlap)
      const fresh = changes.filter(({ id }) => !seen.has(id))
      seen = new Set(changes.map(({ id }) => id))
      highest = Math.max(highest, ...seen)
      events.note(fresh.filter(({ documentType }) => documentType === 'event'))
      pages.note(
        fresh
          .filter(({ documentType }) => documentType !== 'event')
          .map((change) => ({ ...change, isRemoved: change.operation === 'delete' })),
      )
      events.noteFaults(await listContentFaults(sql))
    } catch (error) {
      if (stopping.signal.aborted) return
      logger.warn({ error }, 'the changes of the content could not be read')
    }
    announce()
  })

  const pace = { shortestPause, longestPause, signal: stopping.signal }
  const refresh = runCoalesced(runPaced(look, pace))

  function list(): Receipt[] {
    return [...pages.list(), ...events.list(new Date())]
  }

  /** At once where that was long ago, else soon: of a burst of changes all are told together. */
  function announce(): void {
    if (announcing) return
    const wait = Math.max(0, nextAt - performance.now())
    if (wait === 0) return announceNow()
    announcing = setTimeout(() => {
      announcing = undefined
      announceNow()
    }, wait).unref()
  }

  function announceNow(): void {
    if (listeners.size === 0) return
    const startedAt = performance.now()
    const changed = [...pages.list(), ...events.listChanged(new Date())].filter((receipt) => {
      const text = JSON.stringify(receipt)
      if (announced.get(receipt.documentId) === text) return false
      announced.set(receipt.documentId, text)
      return true
    })
    if (changed.length > 0) for (const listener of listeners) listener(changed)
    // With ten thousand changes this is work, of which visitors are to notice nothing.
    nextAt = performance.now() + Math.max(20, 9 * (performance.now() - startedAt))
  }

  async function check(): Promise<void> {
    try {
      pages.note(await readPages())
    } catch (error) {
      logger.warn({ error }, 'the content could not be read for the publish status')
    }
  }

  calendar.follow((change) => {
    events.noteCalendar(change, new Date())
    announce()
  })
  // What was overtaken, and a release that was rolled back, are told by nobody.
  const timer = setInterval(announce, interval).unref()

  return {
    begin: async (cause) => {
      await Promise.all([look(), cause === 'check' && check()])
      announce()
      const begun = pages.begin()
      return (outcome) => {
        pages.settle(begun, outcome, new Date())
        announce()
      }
    },
    refresh,
    list,
    follow: (listener) => {
      if (listeners.size === 0) {
        announced = new Map(list().map((receipt) => [receipt.documentId, JSON.stringify(receipt)]))
      }
      listeners.add(listener)
      return { stop: () => listeners.delete(listener) }
    },
    [Symbol.dispose]: () => {
      stopping.abort()
      clearInterval(timer)
      clearTimeout(announcing)
    },
  }
}

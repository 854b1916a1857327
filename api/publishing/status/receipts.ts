import type { Receipt } from '#domain/content/receipt.ts'
import { listNewestChanges } from '../../content/change-queries.ts'
import { listContentFaults } from '../../content/fault-queries.ts'
import type { Database } from '../../database/open.ts'
import type { Calendar } from '../../events/calendar.ts'
import type { Logger } from '../../runtime/log.ts'
import { runCoalesced } from '../../runtime/run-coalesced.ts'
import { runPaced } from '../../runtime/run-paced.ts'
import type { Outcome } from '../outcome.ts'
import { createEventReceipts } from './event-receipts.ts'
import { createPageReceipts, type PageRevision } from './page-receipts.ts'

export type Receipts = {
  /** Pass the outcome to the result. `check` reads the content too: a webhook may be lost. Never rejects. */
  begin: (cause: 'told' | 'check') => Promise<(outcome: Outcome) => void>
  /** Reads the changes since the last call; a burst shares a few reads. Never rejects. */
  refresh: () => Promise<void>
  list: () => Receipt[]
  follow: (listener: (changed: Receipt[]) => void) => { stop: () => void }
} & Disposable

type Options = {
  sql: Database
  calendar: Calendar
  readRelease: () => string | undefined
  /** Whether a host builds the site, so that visitors see other pages. */
  handsOver?: boolean
  readPages: () => Promise<PageRevision[]>
  logger: Logger
}

/** Open transactions commit in any order: ids this far below the highest are read again. */
const overlap = 200
const interval = 10_000
/** Milliseconds between two reads. */
const [shortestPause, longestPause] = [100, 2_000]

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

  /** Throttled: a burst of changes is announced together. */
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
    // Ten thousand changes take time: leave most of the CPU to visitors.
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
  // Nothing announces overtaken changes and rollbacks.
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

import type { Receipt, StalePages } from '#domain/content/receipt.ts'
import { findPage } from '#domain/pages/pages.ts'
import type { Outcome } from '../outcome.ts'
import { areSameBytes } from '../releases/stored-release.ts'
import type { StalePage } from '../stale-pages.ts'

export type PageRevision = {
  documentId: string
  documentType: string
  revision: string
  /** By the content's clock. */
  updatedAt: Date
  isRemoved: boolean
}

export type Begun = ReadonlyMap<string, PageRevision>

export type PageReceipts = {
  /** Ignores revisions that are older than the known ones. */
  note: (revisions: readonly PageRevision[]) => void
  /** Call before a publish; pass the result to `settle`. */
  begin: () => Begun
  settle: (begun: Begun, outcome: Outcome, now: Date) => void
  list: () => Receipt[]
}

type Shown = PageRevision & {
  at: Date
  milliseconds?: number
  release: string
  /** Whether a host builds the site. */
  isHandedOver: boolean
}

type Failure = Pick<PageRevision, 'revision' | 'isRemoved'> & { at: string; reason: string }

/**
 * A page is live once a publish is over that began when its revision was known; failed where all its pages stayed as
 * they were. `readRelease` gives the served release's id; `handsOver`: visitors see another host's pages.
 */
export function createPageReceipts(
  readRelease: () => string | undefined,
  { handsOver = false } = {},
): PageReceipts {
  const known = new Map<string, PageRevision>()
  const shown = new Map<string, Shown>()
  const failures = new Map<string, Failure>()
  let stale: readonly StalePage[] = []
  let isFirst = true
  const initial = readRelease()
  const madeAt = readTime(initial)

  function show(
    page: PageRevision,
    how: Pick<Shown, 'at' | 'milliseconds' | 'release' | 'isHandedOver'>,
  ): void {
    const last = shown.get(page.documentId)
    if (last?.revision === page.revision && last.isRemoved === page.isRemoved) return
    if (!last || last.updatedAt <= page.updatedAt) shown.set(page.documentId, { ...page, ...how })
  }

  function describe(page: PageRevision): Receipt {
    const { documentId, revision, updatedAt, isRemoved } = page
    const behind = stale.filter((one) => one.behind.includes(documentId))
    const receipt = {
      documentId,
      revision,
      ...(!isRemoved && { path: findPage(page.documentType) ?? '/' }),
      ...(behind.length > 0 && { stale: join(behind) }),
    }
    const last = shown.get(documentId)
    if (last?.revision === revision && last.isRemoved === isRemoved) {
      const at = last.at.toISOString()
      if (isSetBack(last.release, readRelease() ?? ''))
        return { ...receipt, state: 'failed', at, reason: rolledBack }
      if (last.isHandedOver) return { ...receipt, state: 'handed over', at }
      const { milliseconds } = last
      return {
        ...receipt,
        state: isRemoved ? 'removed' : 'live',
        at,
        ...(milliseconds !== undefined && { milliseconds }),
      }
    }
    const failed = failures.get(documentId)
    if (failed?.revision === revision && failed.isRemoved === isRemoved) {
      return { ...receipt, state: 'failed', at: failed.at, reason: failed.reason }
    }
    return { ...receipt, state: 'publishing', at: updatedAt.toISOString() }
  }

  return {
    note: (revisions) => {
      for (const page of revisions) {
        const last = known.get(page.documentId)
        if (last && last.updatedAt > page.updatedAt) continue
        known.set(page.documentId, page)
        // The release of the earlier process contains everything older.
        if (!last && initial && !handsOver && madeAt > page.updatedAt)
          show(page, { at: page.updatedAt, release: initial, isHandedOver: false })
      }
    },
    begin: () => new Map(known),
    settle: (begun, outcome, now) => {
      failures.clear()
      const release = readRelease()
      if (outcome.state === 'failed' || !release) {
        const reason = describeFault(outcome)
        for (const page of begun.values())
          failures.set(page.documentId, { ...page, at: now.toISOString(), reason })
        return
      }
      const isHandedOver = outcome.state === 'handed over'
      stale = isHandedOver ? [] : outcome.stale
      // Without a change it was live before this process: nobody knows since when.
      const isOlder = isFirst && (outcome.state === 'unchanged' || (isHandedOver && !outcome.isNew))
      isFirst = false
      for (const page of begun.values()) {
        const behind = stale.filter((one) => one.behind.includes(page.documentId))
        if (!isHandedOver && behind.length > 0 && !outcome.shown.includes(page.documentId)) {
          const { since: at, reason } = join(behind)
          shown.delete(page.documentId)
          failures.set(page.documentId, { ...page, at, reason })
          continue
        }
        const milliseconds = Math.max(0, now.getTime() - page.updatedAt.getTime())
        show(
          page,
          isOlder
            ? { at: page.updatedAt, release, isHandedOver }
            : { at: now, milliseconds, release, isHandedOver },
        )
      }
    },
    list: () => [...known.values()].map(describe),
  }
}

/** Other errors are for the log: they may name hosts and paths. */
function describeFault(outcome: Outcome): string {
  const error = outcome.state === 'failed' ? outcome.error : undefined
  if (error?.name === 'UnreadableFault') return unread
  return error?.name === 'ContentFault' || error?.name === 'DeployFault' ? error.message : unprepared
}

function join(stale: readonly StalePage[]): StalePages {
  return {
    pages: stale.map(({ page }) => page),
    since: stale.map(({ since }) => since).toSorted()[0] ?? '',
    reason: [...new Set(stale.map(({ reason }) => reason))].join('\n'),
  }
}

const unread = 'The site could not read the content. The reason is in the log of the server.'
const unprepared = 'The site could not prepare its pages. The reason is in the log of the server.'
const rolledBack =
  'The site was set back to an earlier version. The next change of the content brings it forward again.'

/** Equal bytes are not older: processes that share a folder may write them at once. */
function isSetBack(release: string, served: string): boolean {
  return release > served && !areSameBytes(release, served)
}

function readTime(release = ''): Date {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-/.exec(release) ?? []
  const [year = 0, month = 1, ...rest] = parts.map(Number)
  return new Date(Date.UTC(year, month - 1, ...rest))
}

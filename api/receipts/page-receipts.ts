import { findPage } from '#domain/document-page.ts'
import type { Receipt, StalePages } from '#domain/receipt.ts'
import type { Outcome } from '../publisher/outcome.ts'
import { areSameBytes } from '../publisher/stored-release.ts'
import type { StalePage } from '../publisher/stale-pages.ts'

/** A document of the pages as the content was known to have it. */
export type PageRevision = {
  documentId: string
  documentType: string
  revision: string
  /** By the content's clock. */
  updatedAt: Date
  isRemoved: boolean
}

/** What was known when a publish began. */
export type Begun = ReadonlyMap<string, PageRevision>

export type PageReceipts = {
  /** Takes note of what the content has now; what is older than what is known changes nothing. */
  note: (revisions: readonly PageRevision[]) => void
  /** To be called before a publish begins; its answer belongs to that publish. */
  begin: () => Begun
  /** Takes note of what became of a publish. */
  settle: (begun: Begun, outcome: Outcome, now: Date) => void
  list: () => Receipt[]
}

type Shown = PageRevision & {
  at: Date
  milliseconds?: number
  /** The release that showed it first. */
  release: string
  /** Whether it was told to the host that builds the site, rather than shown. */
  isHandedOver: boolean
}

type Failure = Pick<PageRevision, 'revision' | 'isRemoved'> & { at: string; reason: string }

/**
 * The receipts of the documents that pages are made of. One is live once a publish is over that was begun when its
 * revision was known: it may have been rendered with a later one, never with an earlier. It has failed where all pages
 * that show it stayed as they were. `readRelease` gives the id of the release that is served; `handsOver` where that is
 * not what visitors see.
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
        // The release that the process before this one left was made of everything older.
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
      // Without a change it was there before this process was, since nobody knows when.
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

/** What goes wrong beside the content is for the log: it may name what nobody else has to know. */
function describeFault(outcome: Outcome): string {
  const error = outcome.state === 'failed' ? outcome.error : undefined
  if (error?.name === 'UnreadableFault') return unread
  return error?.name === 'ContentFault' || error?.name === 'DeployFault' ? error.message : unprepared
}

/** What is said of several stale pages at once. */
function join(stale: readonly StalePage[]): StalePages {
  return {
    pages: stale.map(({ page }) => page),
    since: stale.map(({ since }) => since).toSorted()[0] ?? '',
    reason: [...new Set(stale.map(({ reason }) => reason))].join('\n'),
  }
}

const unread = 'The site could not read the content. Whoever runs it finds the reason in its log.'
const unprepared = 'The site could not prepare its pages. Whoever runs it finds the reason in its log.'
const rolledBack =
  'The site was set back to an earlier version. The next change of the content brings it forward again.'

/**
 * Whether what is served is older than a release. The same bytes are no older: where processes share a folder each may
 * write them at once, and the one that was stamped first be made current last.
 */
function isSetBack(release: string, served: string): boolean {
  return release > served && !areSameBytes(release, served)
}

/** When a release was made, by its id. */
function readTime(release = ''): Date {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-/.exec(release) ?? []
  const [year = 0, month = 1, ...rest] = parts.map(Number)
  return new Date(Date.UTC(year, month - 1, ...rest))
}

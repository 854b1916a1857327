import { isContentError } from '#domain/content/content-error.ts'
import type { PublishStatus, StalePages } from '#domain/content/publish-status.ts'
import { findPage } from '#domain/pages/pages.ts'
import { DeployFault } from '../outcome.ts'
import type { Outcome } from '../outcome.ts'
import { areSameBytes } from '../releases/stored-release.ts'
import type { StalePage } from '../stale-pages.ts'
import type { PageRevision } from './page-revisions.ts'

export type PageStatus = {
  /** `revisions`: those of the documents that the publish read, from before it began. */
  recordOutcome: (revisions: readonly PageRevision[], outcome: Outcome, now: Date) => void
  find: (documentId: string) => PublishStatus | undefined
}

type LiveRevision = PageRevision & {
  at: Date
  milliseconds?: number
  release: string
  /** Whether a host builds the site. */
  isHandedOver: boolean
}

type Failure = PageRevision & { at: string; reason: string }

/**
 * A revision is live once a publish that read its document is over. It has failed if all its pages stayed as they were.
 * `readRelease` gives the served release's id.
 */
export function createPageStatus(readRelease: () => string | undefined): PageStatus {
  const liveRevisions = new Map<string, LiveRevision>()
  const failures = new Map<string, Failure>()
  let stale: readonly StalePage[] = []
  let isFirst = true

  function setLive(page: LiveRevision): void {
    const last = liveRevisions.get(page.documentId)
    if (last?.revision === page.revision) return
    if (!last || last.updatedAt <= page.updatedAt) liveRevisions.set(page.documentId, page)
  }

  return {
    recordOutcome: (revisions, outcome, now) => {
      const waiting = new Map([...failures.values(), ...revisions].map((page) => [page.documentId, page]))
      failures.clear()
      const release = readRelease()
      if (outcome.state === 'failed' || !release) {
        const reason = describeFault(outcome)
        for (const page of waiting.values())
          failures.set(page.documentId, { ...page, at: now.toISOString(), reason })
        return
      }
      const isHandedOver = outcome.state === 'handed over'
      stale = isHandedOver ? [] : outcome.stale
      // The first publish changed nothing: the revision was live before this process, since an unknown time.
      const isOlder = isFirst && (outcome.state === 'unchanged' || (isHandedOver && !outcome.isNew))
      isFirst = false
      for (const { documentId, revision, updatedAt } of waiting.values()) {
        const page = { documentId, revision, updatedAt }
        const behind = stale.filter((one) => one.behind.includes(documentId))
        if (!isHandedOver && behind.length > 0 && !outcome.liveDocuments.includes(documentId)) {
          const { since: at, reason } = join(behind)
          liveRevisions.delete(documentId)
          failures.set(documentId, { ...page, at, reason })
          continue
        }
        const milliseconds = Math.max(0, now.getTime() - updatedAt.getTime())
        const since = isOlder ? { at: updatedAt } : { at: now, milliseconds }
        setLive({ ...page, ...since, release, isHandedOver })
      }
    },
    find: (documentId) => {
      const behind = stale.filter((one) => one.behind.includes(documentId))
      const common = {
        path: findPage(documentId) ?? '/',
        ...(behind.length > 0 && { stale: join(behind) }),
      }
      const failure = failures.get(documentId)
      if (failure) {
        const { revision, at, reason } = failure
        return { ...common, revision, state: 'failed', at, reason }
      }
      const last = liveRevisions.get(documentId)
      if (!last) return undefined
      const { revision, milliseconds } = last
      const at = last.at.toISOString()
      if (isSetBack(last.release, readRelease() ?? ''))
        return { ...common, revision, state: 'failed', at, reason: rolledBack }
      if (last.isHandedOver) return { ...common, revision, state: 'handed over', at }
      return { ...common, revision, state: 'live', at, ...(milliseconds !== undefined && { milliseconds }) }
    },
  }
}

/** Hides the messages of other errors, which may name hosts and paths. */
function describeFault(outcome: Outcome): string {
  const error = outcome.state === 'failed' ? outcome.error : undefined
  if (isContentError(error)) return error.code === 'content-unreadable' ? unread : error.message
  return error instanceof DeployFault ? error.message : unprepared
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
  'The site was set back to an earlier version. The next change of the content publishes the newest version again.'

/** False for equal bytes: processes that share a folder may write the same release at once. */
function isSetBack(release: string, served: string): boolean {
  return release > served && !areSameBytes(release, served)
}

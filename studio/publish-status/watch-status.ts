import { useEffect, useState } from 'react'
import {
  combineLatest,
  defer,
  exhaustMap,
  fromEvent,
  map,
  NEVER,
  type Observable,
  ReplaySubject,
  share,
  startWith,
  switchMap,
  timer,
} from 'rxjs'
import type { PublishStatus } from '#domain/content/publish-status.ts'
import { readSiteUrl } from '../site-settings.ts'
import { watchToday } from '../structure/days.ts'

export type SiteAnswer = {
  url: string
  /** Undefined before the first answer. */
  isReached: boolean | undefined
  /** Null if the site does not know the document. */
  status: PublishStatus | null
}

type StatusUpdate = { site: SiteAnswer; today: string }

/** Milliseconds. */
const pollInterval = 1_000
const requestTimeout = 10_000

/** Hidden tabs do not poll. */
const isVisible$ = defer(() => fromEvent(document, 'visibilitychange')).pipe(
  startWith(undefined),
  map(() => document.visibilityState === 'visible'),
)

/** The badge and the form of a document share one poll. */
const watched = new Map<string, Observable<StatusUpdate>>()

/** Never emits if no site is configured. */
function watchStatus(documentId: string): Observable<StatusUpdate> {
  const known = watched.get(documentId)
  if (known) return known
  const site$ = defer(readSiteUrl).pipe(
    switchMap((url) => (url === undefined ? NEVER : pollSite(url, documentId))),
  )
  const status$ = combineLatest([site$, watchToday()]).pipe(
    map(([site, today]) => ({ site, today })),
    share({ connector: () => new ReplaySubject(1) }),
  )
  watched.set(documentId, status$)
  return status$
}

function pollSite(url: string, documentId: string): Observable<SiteAnswer> {
  return isVisible$.pipe(
    switchMap((isVisible) => (isVisible ? timer(0, pollInterval) : NEVER)),
    exhaustMap(() => askSite(url, documentId)),
    startWith({ url, isReached: undefined, status: null }),
  )
}

async function askSite(url: string, documentId: string): Promise<SiteAnswer> {
  try {
    const answer = await fetch(`${url}/api/publishing/${encodeURIComponent(documentId)}`, {
      signal: AbortSignal.timeout(requestTimeout),
    })
    if (!answer.ok) return { url, isReached: false, status: null }
    return { url, isReached: true, status: (await answer.json()) as PublishStatus | null }
  } catch {
    return { url, isReached: false, status: null }
  }
}

/** The site's latest answer and the day in Pacific time; undefined without a site. */
export function usePublishStatus(documentId: string): StatusUpdate | undefined {
  const [latest, setLatest] = useState<StatusUpdate>()
  useEffect(() => {
    const watching = watchStatus(documentId).subscribe(setLatest)
    return () => watching.unsubscribe()
  }, [documentId])
  return latest
}

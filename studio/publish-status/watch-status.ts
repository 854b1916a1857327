import { useEffect, useState } from 'react'
import {
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

export type SiteAnswer = {
  url: string
  /** Undefined before the first answer. */
  isReached: boolean | undefined
  status?: PublishStatus
}

/** Milliseconds. A stream of statuses took 500 more lines: to announce, limit, reconnect and close it. */
const pollInterval = 1_000
const requestTimeout = 10_000

/** Hidden tabs do not poll. */
const isVisible$ = defer(() => fromEvent(document, 'visibilitychange')).pipe(
  startWith(undefined),
  map(() => document.visibilityState === 'visible'),
)

/** The badge and the form of a document share one poll. */
const watched = new Map<string, Observable<SiteAnswer>>()

/** Never emits if no site is configured. */
function watchStatus(documentId: string): Observable<SiteAnswer> {
  const known = watched.get(documentId)
  if (known) return known
  const site$ = defer(readSiteUrl).pipe(
    switchMap((url) => (url === undefined ? NEVER : pollSite(url, documentId))),
    share({ connector: () => new ReplaySubject(1) }),
  )
  watched.set(documentId, site$)
  return site$
}

function pollSite(url: string, documentId: string): Observable<SiteAnswer> {
  return isVisible$.pipe(
    switchMap((isVisible) => (isVisible ? timer(0, pollInterval) : NEVER)),
    exhaustMap(() => askSite(url, documentId)),
    startWith({ url, isReached: undefined }),
  )
}

async function askSite(url: string, documentId: string): Promise<SiteAnswer> {
  try {
    const answer = await fetch(`${url}/api/publishing/${encodeURIComponent(documentId)}`, {
      signal: AbortSignal.timeout(requestTimeout),
    })
    if (!answer.ok) return { url, isReached: false }
    return { url, isReached: true, status: (await answer.json()) as PublishStatus }
  } catch {
    return { url, isReached: false }
  }
}

/** The site's latest answer; undefined without a site. */
export function usePublishStatus(documentId: string): SiteAnswer | undefined {
  const [latest, setLatest] = useState<SiteAnswer>()
  useEffect(() => {
    const watching = watchStatus(documentId).subscribe(setLatest)
    return () => watching.unsubscribe()
  }, [documentId])
  return latest
}

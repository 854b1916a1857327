import { useEffect, useState } from 'react'
import {
  combineLatest,
  defer,
  fromEvent,
  map,
  NEVER,
  ReplaySubject,
  share,
  startWith,
  switchMap,
  timer,
} from 'rxjs'
import { readSiteUrl } from '../site-url.ts'
import { watchToday } from '../structure/today.ts'
import { followSite, type Site } from './follow-site.ts'

/** A hidden tab closes its connection: over plain HTTP a browser has six to a host. */
const visible$ = defer(() => fromEvent(document, 'visibilitychange')).pipe(
  startWith(undefined),
  map(() => document.visibilityState === 'visible'),
)

/** One connection for the whole Studio, closed half a minute after the last document. Silent without a site. */
const site$ = defer(readSiteUrl).pipe(
  switchMap((url) =>
    url === undefined
      ? NEVER
      : visible$.pipe(switchMap((isVisible) => (isVisible ? followSite(url) : NEVER))),
  ),
  share({
    connector: () => new ReplaySubject(1),
    resetOnRefCountZero: () => timer(30_000),
  }),
)

const siteToday$ = combineLatest([site$, watchToday()]).pipe(map(([site, today]) => ({ site, today })))

/** The site's latest state and the day in Pacific time; undefined without a site. */
export function useSite(): { site: Site; today: string } | undefined {
  const [heard, setHeard] = useState<{ site: Site; today: string }>()
  useEffect(() => {
    const following = siteToday$.subscribe(setHeard)
    return () => following.unsubscribe()
  }, [])
  return heard
}

import {
  defer,
  EMPTY,
  from,
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
import { followSite } from './follow-site.ts'

/** A browser keeps six connections to a host over plain HTTP: what nobody looks at takes none. */
const visible$ = defer(() => fromEvent(document, 'visibilitychange')).pipe(
  startWith(undefined),
  map(() => document.visibilityState === 'visible'),
)

/**
 * The site that this Studio is for, over one connection for the whole Studio, kept for half a minute after the last
 * document was closed. It is silent where nobody said which site that is.
 */
export const site$ = defer(() => from(readSiteUrl())).pipe(
  switchMap((url) =>
    url === undefined
      ? EMPTY
      : visible$.pipe(switchMap((isVisible) => (isVisible ? followSite(url) : NEVER))),
  ),
  share({
    connector: () => new ReplaySubject(1),
    resetOnRefCountZero: () => timer(30_000),
    resetOnComplete: false,
  }),
)

import { useEffect, useState } from 'react'
import { combineLatest, map } from 'rxjs'
import { watchToday } from '../structure/today.ts'
import type { Site } from './follow-site.ts'
import { site$ } from './site.ts'

const siteToday$ = combineLatest([site$, watchToday()]).pipe(map(([site, today]) => ({ site, today })))

/** The site as it was heard of last, and the day in San Francisco; undefined where nobody said which site it is. */
export function useSite(): { site: Site; today: string } | undefined {
  const [heard, setHeard] = useState<{ site: Site; today: string }>()
  useEffect(() => {
    const following = siteToday$.subscribe(setHeard)
    return () => following.unsubscribe()
  }, [])
  return heard
}

import { atom, onMount } from 'nanostores'
import { toDay } from '#domain/pacific.ts'

const hour = 3_600_000

/** In San Francisco; undefined at hydration. Updated when the tab is shown again: timers stop in a sleeping laptop. */
export const $today = atom<string | undefined>()

onMount($today, () => {
  if (import.meta.env.SSR) return undefined
  // The first format of a date takes a phone 50 ms: not in the same task as the hydration.
  let turn = setTimeout(() => look())
  const look = () => {
    const now = new Date()
    $today.set(toDay(now))
    clearTimeout(turn)
    // Midnight in San Francisco is on the hour in UTC too.
    turn = setTimeout(look, hour - (now.getTime() % hour))
  }
  document.addEventListener('visibilitychange', look)
  return () => {
    clearTimeout(turn)
    document.removeEventListener('visibilitychange', look)
  }
})

import { atom, onMount } from 'nanostores'
import {
  mergeStars,
  nothingStarred,
  readStarred,
  type Starred,
  watchStarred,
  writeStarred,
} from '../lib/events/starred-storage.ts'

export const $starred = atom<Starred>(nothingStarred)

/** False: the browser cannot store the stars, so they last until the page is left. */
export const $isKeepingStars = atom(true)

onMount($starred, () => {
  if (import.meta.env.SSR) return undefined
  $starred.set(presentStars())
  return watchStarred((written) => {
    const merged = mergeStars($starred.get(), written)
    $starred.set(merged)
    if (merged === written) return
    changeStars(() => ({}))
    sendStars()
  })
})

/** Reads storage: another tab may have changed it. */
export function presentStars(): Starred {
  const stored = $isKeepingStars.get() ? readStarred() : undefined
  return stored ? mergeStars($starred.get(), stored) : $starred.get()
}

export function changeStars(change: (present: Starred) => Partial<Starred>): void {
  const present = presentStars()
  const starred = { ...present, ...change(present) }
  $isKeepingStars.set(writeStarred(starred))
  $starred.set(starred)
}

export function toggleStar(id: string): void {
  changeStars(({ events, key, unsent, clicked }) => ({
    events: events.includes(id) ? events.filter((each) => each !== id) : [...events, id],
    unsent: key === undefined ? [] : [...new Set([...unsent, id])],
    // Later than the last click even if the clock was set back.
    clicked: { ...clicked, [id]: Math.max(Date.now(), (clicked[id] ?? 0) + 1) },
  }))
  sendStars()
}

/** Failed changes are retried with the next change, on the next page with stars, or once the browser is online. */
export function sendStars(): void {
  const { unsent, former } = presentStars()
  if (unsent.length + former.length === 0) return
  void import('./send-stars.ts').then(({ sendChanges }) => sendChanges()).catch(() => {})
}

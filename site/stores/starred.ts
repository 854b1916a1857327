import { atom, onMount } from 'nanostores'
import {
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
  const look = () => $starred.set(presentStars())
  look()
  return watchStarred(look)
})

/** Reads storage before each change: another tab may have changed it meanwhile. */
export function presentStars(): Starred {
  return ($isKeepingStars.get() ? readStarred() : undefined) ?? $starred.get()
}

export function keepStars(starred: Starred): void {
  $isKeepingStars.set(writeStarred(starred))
  $starred.set(starred)
}

export function toggleStar(id: string): void {
  const { events, unsent, ...rest } = presentStars()
  const kept = events.includes(id) ? events.filter((each) => each !== id) : [...events, id]
  keepStars({ ...rest, events: kept, unsent: rest.key ? [...new Set([...unsent, id])] : [] })
  sendStars()
}

/** Failed changes are retried with the next change, on the next page with stars, or once the browser is online. */
export function sendStars(): void {
  const { unsent, former } = presentStars()
  if (unsent.length + former.length === 0) return
  void import('./send-stars.ts').then(({ sendChanges }) => sendChanges()).catch(() => {})
}

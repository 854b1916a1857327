import { atom, onMount } from 'nanostores'
import {
  lockStarred,
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

/** Reads storage: another tab may have changed it. */
export function presentStars(): Starred {
  return ($isKeepingStars.get() ? readStarred() : undefined) ?? $starred.get()
}

export function changeStars(change: (present: Starred) => Starred): Promise<void> {
  return lockStarred(() => {
    const starred = change(presentStars())
    $isKeepingStars.set(writeStarred(starred))
    $starred.set(starred)
  })
}

export async function toggleStar(id: string): Promise<void> {
  await changeStars(({ events, unsent, ...rest }) => {
    const kept = events.includes(id) ? events.filter((each) => each !== id) : [...events, id]
    return { ...rest, events: kept, unsent: rest.key ? [...new Set([...unsent, id])] : [] }
  })
  sendStars()
}

/** Failed changes are retried with the next change, on the next page with stars, or once the browser is online. */
export function sendStars(): void {
  const { unsent, former } = presentStars()
  if (unsent.length + former.length === 0) return
  void import('./send-stars.ts').then(({ sendChanges }) => sendChanges()).catch(() => {})
}

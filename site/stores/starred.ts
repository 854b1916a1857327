import { atom, onMount } from 'nanostores'
import {
  lockStarred,
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
    const merged = mergeStars($starred.get(), written, Date.now())
    $starred.set(merged)
    if (merged !== written) void changeStars((present) => present)
  })
})

/** Reads storage: another tab may have changed it. */
export function presentStars(): Starred {
  const stored = $isKeepingStars.get() ? readStarred() : undefined
  return stored ? mergeStars($starred.get(), stored, Date.now()) : $starred.get()
}

export function changeStars(change: (present: Starred) => Starred): Promise<void> {
  return lockStarred(() => {
    const present = presentStars()
    const starred = { ...(present.clicked && { clicked: present.clicked }), ...change(present) }
    $isKeepingStars.set(writeStarred(starred, Date.now()))
    $starred.set(starred)
  })
}

export async function toggleStar(id: string): Promise<void> {
  await changeStars(({ events, unsent, clicked = {}, ...rest }) => {
    const kept = events.includes(id) ? events.filter((each) => each !== id) : [...events, id]
    // Later than the last click even if the clock was set back.
    const at = Math.max(Date.now(), (clicked[id] ?? 0) + 1)
    return {
      ...rest,
      events: kept,
      unsent: rest.key ? [...new Set([...unsent, id])] : [],
      clicked: { ...clicked, [id]: at },
    }
  })
  sendStars()
}

/** Failed changes are retried with the next change, on the next page with stars, or once the browser is online. */
export function sendStars(): void {
  const { unsent, former } = presentStars()
  if (unsent.length + former.length === 0) return
  void import('./send-stars.ts').then(({ sendChanges }) => sendChanges()).catch(() => {})
}

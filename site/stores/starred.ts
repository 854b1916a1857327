import { mergeStars, nothingStarred, parseStarred, recentClicks, type Starred } from '../lib/events/stars.ts'
import { createSharedValue } from './shared-value.ts'

const stars = createSharedValue<Starred>('my-calendar', {
  initial: nothingStarred,
  parse: parseStarred,
  merge: mergeStars,
  onMerge: sendStars,
})

export const { $value: $starred, $isStored: $isKeepingStars, read: presentStars } = stars

export function changeStars(change: (present: Starred) => Partial<Starred>): void {
  stars.change((present) => ({ ...present, ...change(present) }))
}

export function toggleStar(id: string): void {
  changeStars(({ events, key, unsent, clicked }) => ({
    events: events.includes(id) ? events.filter((each) => each !== id) : [...events, id],
    unsent: key === undefined ? [] : [...new Set([...unsent, id])],
    clicked: {
      ...Object.fromEntries(recentClicks({ clicked })),
      // Later than the last click even if the clock was set back.
      [id]: Math.max(Date.now(), (clicked[id] ?? 0) + 1),
    },
  }))
  sendStars()
}

/** Failed changes are retried with the next change, on the next page with stars, or once the browser is online. */
export function sendStars(): void {
  const { unsent, former } = presentStars()
  if (unsent.length + former.length === 0) return
  void import('./send-stars.ts').then(({ sendChanges }) => sendChanges()).catch(() => {})
}

import type { Snapshot } from '../calendar/snapshot.ts'
import { type BoundedCache, createBoundedCache } from '../http/bounded-cache.ts'

const mostCharacters = 4 * 1024 * 1024

/** Keeps what was written of a snapshot of the calendar for whoever asks for the same next. */
export function createWordCache() {
  const kept = new WeakMap<Snapshot, BoundedCache<string>>()
  return (snapshot: Snapshot, key: string, write: () => string): string => {
    let words = kept.get(snapshot)
    if (!words) kept.set(snapshot, (words = createBoundedCache(mostCharacters, (text) => text.length)))
    const known = words.get(key)
    if (known !== undefined) return known
    const written = write()
    words.set(key, written)
    return written
  }
}

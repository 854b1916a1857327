import type { Rendered } from './render.ts'

type Entry = { image: Promise<Rendered>; bytes: number }

/** LRU cache of images, bounded by their total bytes. An image that is being made is shared. */
export function createImageCache(mostBytes: number) {
  const entries = new Map<string, Entry>()
  let total = 0

  function drop(key: string, entry: Entry): void {
    if (entries.get(key) !== entry) return
    entries.delete(key)
    total -= entry.bytes
  }

  function add(key: string, entry: Entry, bytes: number): void {
    entry.bytes = bytes
    total += bytes
    if (bytes > mostBytes) drop(key, entry)
    for (const [oldest, found] of entries) {
      if (total <= mostBytes) return
      drop(oldest, found)
    }
  }

  return function take(key: string, make: () => Promise<Rendered>): Promise<Rendered> {
    const found = entries.get(key)
    // A map keeps the order of insertion: the most recently used stands last.
    if (found) entries.delete(key)
    const entry = found ?? { image: make(), bytes: 0 }
    entries.set(key, entry)
    if (!found)
      entry.image.then(
        ({ bytes }) => add(key, entry, bytes.byteLength),
        () => drop(key, entry),
      )
    return entry.image
  }
}

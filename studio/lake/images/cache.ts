import type { Rendered } from './render.ts'

/** Keeps what was made last, up to so many bytes, and makes nothing twice at the same time. */
export function createImageCache(mostBytes: number) {
  const kept = new Map<string, Rendered>()
  const inMaking = new Map<string, Promise<Rendered>>()
  let bytes = 0

  function keep(key: string, image: Rendered): void {
    if (image.bytes.byteLength > mostBytes) return
    kept.set(key, image)
    bytes += image.bytes.byteLength
    for (const [oldest, { bytes: old }] of kept) {
      if (bytes <= mostBytes) return
      kept.delete(oldest)
      bytes -= old.byteLength
    }
  }

  return async function take(key: string, make: () => Promise<Rendered>): Promise<Rendered> {
    const found = kept.get(key)
    if (found !== undefined) {
      // A map keeps the order of insertion: what was asked for last stands last.
      kept.delete(key)
      kept.set(key, found)
      return found
    }
    const making = inMaking.get(key) ?? make().finally(() => inMaking.delete(key))
    if (inMaking.has(key)) return making
    inMaking.set(key, making)
    const image = await making
    keep(key, image)
    return image
  }
}

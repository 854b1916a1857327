import type { Rendered } from './render.ts'

type Making = { image: Promise<Rendered>; askers: number; abandoned: AbortController }

/**
 * Keeps what was made last, up to so many bytes, and makes nothing twice at the same time. `make` gets a signal that
 * aborts once everybody who asked for the image is gone.
 */
export function createImageCache(mostBytes: number) {
  const kept = new Map<string, Rendered>()
  const inMaking = new Map<string, Making>()
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

  function begin(key: string, make: (signal: AbortSignal) => Promise<Rendered>): Making {
    const abandoned = new AbortController()
    const forget = () => void (inMaking.get(key) === making && inMaking.delete(key))
    const image = make(abandoned.signal).finally(forget)
    const making: Making = { image, askers: 0, abandoned }
    inMaking.set(key, making)
    image.then(
      // An image that was abandoned and made nevertheless may have been made anew since.
      (made) => kept.has(key) || keep(key, made),
      () => {},
    )
    return making
  }

  async function join(key: string, making: Making, signal: AbortSignal): Promise<Rendered> {
    const leave = () => {
      making.askers -= 1
      if (making.askers > 0) return
      if (inMaking.get(key) === making) inMaking.delete(key)
      making.abandoned.abort(signal.reason)
    }
    making.askers += 1
    signal.addEventListener('abort', leave)
    try {
      return await making.image
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  return async function take(
    key: string,
    make: (signal: AbortSignal) => Promise<Rendered>,
    signal: AbortSignal,
  ): Promise<Rendered> {
    const found = kept.get(key)
    if (found !== undefined) {
      // A map keeps the order of insertion: what was asked for last stands last.
      kept.delete(key)
      kept.set(key, found)
      return found
    }
    signal.throwIfAborted()
    return join(key, inMaking.get(key) ?? begin(key, make), signal)
  }
}

export type BoundedCache<Value> = {
  get: (key: string) => Value | undefined
  set: (key: string, value: Value) => void
}

/** Keeps what was asked for last, up to so many bytes in all; the longest unasked go first. */
export function createBoundedCache<Value>(
  mostBytes: number,
  sizeOf: (value: Value) => number,
): BoundedCache<Value> {
  const kept = new Map<string, Value>()
  let bytes = 0

  function drop(key: string): void {
    const value = kept.get(key)
    if (value !== undefined && kept.delete(key)) bytes -= sizeOf(value)
  }

  return {
    get: (key) => {
      const value = kept.get(key)
      if (value === undefined) return undefined
      kept.delete(key)
      kept.set(key, value)
      return value
    },
    set: (key, value) => {
      drop(key)
      kept.set(key, value)
      bytes += sizeOf(value)
      for (const oldest of kept.keys()) {
        if (bytes <= mostBytes) break
        drop(oldest)
      }
    },
  }
}

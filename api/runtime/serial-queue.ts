import pLimit from 'p-limit'

/** Serial queue. Calls share a waiting call with the same key, but not a running one, which may have read old state. */
export function createSerialQueue<Value>(
  work: (key: string) => Promise<Value>,
): (key?: string) => Promise<Value> {
  const limit = pLimit(1)
  const waiting = new Map<string, Promise<Value>>()
  return (key = '') => {
    const known = waiting.get(key)
    if (known) return known
    const value = limit(() => {
      waiting.delete(key)
      return work(key)
    })
    waiting.set(key, value)
    return value
  }
}

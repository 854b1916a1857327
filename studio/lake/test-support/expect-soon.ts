import { expect } from 'vitest'

/** For what happens by itself a moment later. A busy machine is slow, not wrong. */
export function expectSoon<Value>(read: () => Value | Promise<Value>) {
  return expect.poll(read, { timeout: 60_000, interval: 10 })
}

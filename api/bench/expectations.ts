/** Milliseconds after which a change must be visible. */
const maxDelay = 2_000
/** Milliseconds for which passed texts are kept: longer than any answer takes. */
const keptFor = 60_000

type Expected = { text: string; at: number }

export type Expectations = {
  /** From now on, the answers at these paths contain the text, or that of a later call. */
  expect: (paths: readonly string[], text: string) => void
  /** Whether an answer lacks a change that was made more than two seconds before its request. Times: `performance.now()`. */
  isStale: (path: string, body: string, requestedAt: number) => boolean
}

export function createExpectations(): Expectations {
  const expected = new Map<string, Expected[]>()
  return {
    expect: (paths, text) => {
      const now = performance.now()
      for (const path of paths) {
        const earlier = expected.get(path) ?? []
        const due = earlier.findLastIndex(({ at }) => at < now - keptFor)
        expected.set(path, [...earlier.slice(Math.max(0, due)), { text, at: now }])
      }
    },
    isStale: (path, body, requestedAt) => {
      const all = expected.get(path) ?? []
      const due = all.findLastIndex(({ at }) => at < requestedAt - maxDelay)
      return due >= 0 && !all.slice(due).some(({ text }) => body.includes(text))
    },
  }
}

import { expect } from 'vitest'

/**
 * Expects a text ten times as long to take about ten times as much work, not a hundred times as with a backtracking
 * pattern. Measures the CPU time of this thread, in steps of 10 ms: other processes affect the wall-clock time.
 */
export function expectLinear(act: (text: string) => void, piece: string, pieces = 100_000): void {
  const shorter = piece.repeat(pieces / 10)
  const ofTenShorter = workOf(() => {
    for (let count = 0; count < 10; count += 1) act(shorter)
  })
  const longer = piece.repeat(pieces)
  expect(workOf(() => act(longer))).toBeLessThan(4 * ofTenShorter + 100)
}

function workOf(act: () => void): number {
  const before = process.threadCpuUsage()
  act()
  const { user, system } = process.threadCpuUsage()
  return (user + system - before.user - before.system) / 1_000
}

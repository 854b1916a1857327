import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { log } from '../errors.ts'
import { cliSuite } from './cli.ts'
import { clientSuite } from './client.ts'
import { groqSuite } from './groq.ts'
import { h1specSuite } from './h1spec.ts'
import { studioSuite } from './studio.ts'
import { templateSuite } from './template.ts'
import type { Outcome, Suite } from './suite.ts'

// `npm run proof`, or `npm run proof -- cli groq` for some of the suites: runs other people's tests, and writes the
// table in the README. Fails, and leaves the row as it is, if less passes than it says or a failure has no reason.
const suites: Record<string, Suite> = {
  groq: groqSuite,
  client: clientSuite,
  cli: cliSuite,
  template: templateSuite,
  studio: studioSuite,
  h1spec: h1specSuite,
}
const readme = join(import.meta.dirname, '../README.md')
const tablePattern = /(?<=<!-- proof -->\n\n)(?:\|.*\n)+/
const head = ['tests', 'passed', 'of', 'failed', 'reason']

const { positionals } = parseArgs({ allowPositionals: true })
for (const name of positionals.length > 0 ? positionals : Object.keys(suites)) {
  const suite = suites[name]
  if (!suite) throw new Error(`There is no suite ${name}, only ${Object.keys(suites).join(', ')}`)
  await prove(name, suite)
}

async function prove(name: string, { title, reasons, run }: Suite): Promise<void> {
  const outcomes = await run()
  const failures = outcomes.flatMap((outcome) => (outcome.problem === undefined ? [] : [outcome]))
  const byReason = Map.groupBy(failures, (failure) => findReason(failure, reasons))
  const passed = outcomes.length - failures.length
  log(`${name}: ${passed} of ${outcomes.length} passed`)

  const table = readTable()
  const unexplained = byReason.get(undefined) ?? []
  for (const failure of unexplained) log(`✘ ${failure.name}\n  ${failure.problem}`)
  const promised = Number(table.get(title)?.[0]?.[1]?.replaceAll(',', '') ?? 0)
  if (passed < promised) log(`✘ ${name}: ${promised} passed before`)
  if (unexplained.length > 0 || passed < promised) {
    process.exitCode = 1
    return
  }
  const [first = ['', ''], ...others] = [...byReason].map(([reason = '', { length }]) => [
    format(length),
    reason,
  ])
  const summary = [title, format(passed), format(outcomes.length), ...first]
  writeTable(table.set(title, [summary, ...others.map((cells) => ['', '', '', ...cells])]))
}

function findReason({ name, problem }: Outcome, reasons: Suite['reasons']): string | undefined {
  return reasons.find(([failure]) => failure.test(`${name}\n${problem}`))?.[1]
}

/** The rows by the title of their suite. Each reason has a row; the first row has the title. */
function readTable(): Map<string, string[][]> {
  const lines = tablePattern.exec(readFileSync(readme, 'utf8'))?.[0].trim().split('\n') ?? []
  const rows = lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  let title = ''
  return Map.groupBy(rows, ([cell = '']) => (title = cell || title))
}

function writeTable(table: Map<string, string[][]>): void {
  const rows = Object.values(suites).flatMap(({ title }) => table.get(title) ?? [])
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`)
  writeFileSync(readme, readFileSync(readme, 'utf8').replace(tablePattern, lines.join('')))
  execFileSync('npx', ['prettier', '--write', '--log-level=warn', readme])
}

function format(count: number): string {
  return count.toLocaleString('en')
}

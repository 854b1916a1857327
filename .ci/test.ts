import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'

/**
 * Every check there is, one after the other, all of them even if one fails. Ends with one line that adds up the
 * tests that really ran, kept in test-results/summary.txt as well. A skipped test fails the run: nothing here may
 * be left out for want of a database or a browser.
 */
type Count = { passed: number; failed: number; skipped: number }

const results = 'test-results'
const vitestReport = `${results}/vitest.json`
const browserReport = `${results}/e2e.json`

async function run(title: string, command: string, variables: Record<string, string> = {}): Promise<boolean> {
  console.log(`\n▶ ${title}: ${command}`)
  const startedAt = performance.now()
  const child = spawn(command, { shell: true, stdio: 'inherit', env: { ...process.env, ...variables } })
  const [code] = (await once(child, 'exit')) as [number | null]
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${code === 0 ? '✔' : '✘'} ${title} in ${seconds} s`)
  return code === 0
}

async function readReport<Report>(path: string): Promise<Report | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Report)
}

async function countVitest(): Promise<Count> {
  type Report = {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    numTodoTests: number
  }
  const report = await readReport<Report>(vitestReport)
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
}

async function countBrowser(): Promise<Count> {
  type Report = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }
  const report = await readReport<Report>(browserReport)
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected, failed: unexpected + flaky, skipped }
}

await rm(results, { recursive: true, force: true })
await mkdir(results, { recursive: true })

const steps = [
  await run('format, lint, types', 'npm run --silent check'),
  await run(
    'the types of the content are those of the schema and the queries',
    'npm run --silent content:types && git diff --exit-code -- studio/schema.json site/queries/types.ts',
  ),
  // Once, here: each server that a test starts would build it beside the others.
  await run('the Studio', 'node studio/build.ts'),
  await run(
    'unit and database tests',
    `vitest run --config api/tests/vitest.config.ts --reporter=default --reporter=json --outputFile.json=${vitestReport}`,
  ),
  await run('browser tests', 'npm run --silent test:e2e'),
]

const counts = [await countVitest(), await countBrowser()]
const sum = (key: keyof Count) => counts.reduce((total, count) => total + count[key], 0)
const failedSteps = steps.filter((succeeded) => !succeeded).length
const [passed, skipped] = [sum('passed'), sum('skipped')]
// A step may fail without a failed test: a fault of format, or a file of tests that does not even load.
const failed = Math.max(sum('failed') + skipped, failedSteps)
if (skipped > 0) console.log(`\n${skipped} skipped: counted as failed`)
const summary = `${passed} passed, ${failed} failed`
await writeFile(`${results}/summary.txt`, `${summary}\n`)
console.log(`\n${summary}`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0

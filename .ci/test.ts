import { mkdir, rm, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { type BrowserReport, listSpecs, readReport, runCommand, type VitestReport } from './reports.ts'

/**
 * Runs every check in order, even after one has failed. Ends with the total of the tests that really ran, also in
 * test-results/summary.txt. A skipped test fails the run: no test may be left out for lack of a database or browser.
 */
type Count = { passed: number; failed: number; skipped: number; failures: string[] }

const folder = 'test-results'
const vitestReport = `${folder}/vitest.json`
const browserReport = `${folder}/e2e.json`

const failedSteps: string[] = []

async function run(title: string, command: string): Promise<void> {
  console.log(`\n▶ ${title}: ${command}`)
  const startedAt = performance.now()
  const isGood = await runCommand(command)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${isGood ? '✔' : '✘'} ${title} in ${seconds} s`)
  if (!isGood) failedSteps.push(title)
}

const missing = (what: string): Count => ({
  passed: 0,
  failed: 1,
  skipped: 0,
  failures: [`${what}: no report`],
})

/** The beginning of a message, without colors: usually the expected and the actual value. */
const beginning = (message = '') => stripVTControlCharacters(message).slice(0, 2000)

async function countVitest(): Promise<Count> {
  const report = await readReport<VitestReport>(vitestReport)
  if (!report) return missing('unit and database tests')
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report
  const failures = report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === 'failed')
      const path = relative(process.cwd(), name)
      if (tests.length === 0) return [`${path}\n${beginning(message)}`]
      return tests.map((test) => `${path} > ${test.fullName}\n${beginning(test.failureMessages?.join('\n'))}`)
    })
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests, failures }
}

async function countBrowser(): Promise<Count> {
  const report = await readReport<BrowserReport>(browserReport)
  if (!report) return missing('browser tests')
  const { expected, unexpected, flaky, skipped } = report.stats
  const failures = listSpecs(report.suites)
    .filter(({ ok }) => !ok)
    .flatMap(({ title, file, tests }) =>
      tests.flatMap(({ projectName, results }) =>
        results
          .filter(({ error }) => error)
          .map(({ error }) => `[${projectName}] ${file} > ${title}\n${beginning(error?.message)}`),
      ),
    )
  const faults = report.errors.map(({ message }) => beginning(message))
  return { passed: expected, failed: unexpected + flaky, skipped, failures: [...failures, ...faults] }
}

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })

await run('format, lint, types', 'npm run --silent check')
await run('size', 'npm run --silent count')
await run(
  'content types match the schema and the queries',
  'npm run --silent content:types && git diff --exit-code -- studio/schema.json site/queries/types.ts',
)
// Built once, here. Otherwise each server that a test starts would build them at the same time.
await run('pages and Studio', 'npm run --silent prepare:version')
await run(
  'unit and database tests',
  `vitest run --config api/tests/vitest.config.ts --project unit --project pg --reporter=default --reporter=json --outputFile.json=${vitestReport}`,
)
await run('browser tests', 'npm run --silent test:e2e')

const counts = [await countVitest(), await countBrowser()]
const sum = (key: 'passed' | 'failed' | 'skipped') => counts.reduce((total, count) => total + count[key], 0)
const [passed, skipped] = [sum('passed'), sum('skipped')]
// A step may fail without a failed test: a formatting error, or a test file that does not load.
const failed = Math.max(sum('failed') + skipped, failedSteps.length)
if (skipped > 0) console.log(`\n${skipped} skipped: counted as failed`)
// Repeated at the end, where a truncated log still has it.
for (const title of failedSteps) console.log(`\n✘ ${title}`)
for (const failure of counts.flatMap(({ failures }) => failures)) console.log(`\n${failure}`)
const summary = `${passed} passed, ${failed} failed`
await writeFile(`${folder}/summary.txt`, `${summary}\n`)
console.log(`\n${summary}`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0

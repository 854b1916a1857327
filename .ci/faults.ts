import { mkdir, rm } from 'node:fs/promises'
import { relative } from 'node:path'
import { type BrowserReport, listSpecs, readReport, runCommand, type VitestReport } from './reports.ts'

/**
 * Runs the tests whose names begin with numbers of the table of faults, as `fault 7: …` or `fault 7, 8: …`, and prints
 * each number with its tests. With `--list`, it runs none. Fails for a failed test and for a number without a test.
 */
type Test = { name: string; isGood: boolean }

const last = 96

const isList = process.argv.includes('--list')
const folder = 'test-results/faults'
const titles = String.raw`'fault \d'`

async function runVitest(): Promise<Test[]> {
  const options = `--config api/tests/vitest.config.ts --project unit --project pg --project debian -t ${titles}`
  await runCommand(`vitest list ${options} --json=${folder}/list.json`)
  const listed = (await readReport<Array<{ name: string; file: string }>>(`${folder}/list.json`)) ?? []
  const nameOf = (file: string, titlesOfTest: string) => `${relative('.', file)} > ${titlesOfTest}`
  if (isList) return listed.map(({ name, file }) => ({ name: nameOf(file, name), isGood: true }))
  // Only these files are loaded.
  const files = [...new Set(listed.map(({ file }) => relative('.', file)))].join(' ')
  const report = `${folder}/vitest.json`
  const command = `vitest run ${options} ${files} --reporter=default --reporter=json --outputFile.json=${report}`
  if (!(await runCommand(command))) process.exitCode = 1
  const { testResults = [] } = (await readReport<VitestReport>(report)) ?? {}
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      name: nameOf(name, [...ancestorTitles, title].join(' > ')),
      isGood: status === 'passed',
    })),
  )
}

async function runPlaywright(): Promise<Test[]> {
  const report = `${folder}/e2e.json`
  const options = `--config site/e2e/playwright.config.ts --project=desktop --project=studio -g ${titles}`
  const command = `playwright test ${options} ${isList ? '--list --reporter=json' : '--reporter=list,json'}`
  if (!(await runCommand(command, { PLAYWRIGHT_JSON_OUTPUT_FILE: `${process.cwd()}/${report}` })))
    process.exitCode = 1
  const { suites } = (await readReport<BrowserReport>(report)) ?? {}
  return listSpecs(suites).map(({ file, title, ok }) => ({
    name: `${file} > ${title}`,
    isGood: isList || ok,
  }))
}

const numbersOf = (name: string) =>
  [...name.matchAll(/ > fault ([\d, ]+):/g)].flatMap(([, numbers = '']) => numbers.split(', ').map(Number))

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const tests = [...(await runVitest()), ...(await runPlaywright())]

let isWhole = true
for (let number = 1; number <= last; number += 1) {
  const own = tests.filter(({ name }) => numbersOf(name).includes(number))
  const bad = own.filter(({ isGood }) => !isGood)
  const isGood = bad.length === 0 && own.length > 0
  isWhole &&= isGood
  const found = isList ? `${own.length} found` : `${own.length - bad.length} of ${own.length} passed`
  const result = own.length > 0 ? found : 'missing'
  console.log(`${isGood ? '✔' : '✘'} ${number}: ${result}`)
  const names = [...new Set([...bad, ...own].map(({ name }) => name))]
  for (const name of names.slice(0, 4)) console.log(`    ${name}`)
  if (names.length > 4) console.log(`    and ${names.length - 4} more`)
}
console.log(isWhole ? `All ${last} numbers have ${isList ? 'a test' : 'passed'}` : 'See ✘ above')
if (!isWhole) process.exitCode = 1

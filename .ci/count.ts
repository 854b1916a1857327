import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'

/**
 * Prints how many files and lines there are, without dictionaries and generated types, against the targets. Fails if a
 * feature exceeds its budget: then take out as many lines as were added.
 */
const targets = { product: 36_000, files: 480, tests: 29_000 }

/** Lines with tests. A file belongs to the first feature that matches. Lower `max` with each removal, down to `target`. */
const features = [
  { name: 'lake', paths: /^studio\/lake\//, target: 8_000, max: 14_590 },
  { name: 'import', paths: /(^|\/)import[/.-]|import-|-import/, target: 4_500, max: 9_260 },
  { name: 'moderation', paths: /\/moderation[/.-]|moderate/, target: 4_000, max: 5_395 },
  { name: 'everything else', paths: /./, target: 45_000, max: 77_670 },
]

const data = /^api\/domain\/messages\/|^site\/queries\/types\.ts$/
const test = /\.(test|e2e)\.tsx?$|\/(tests|e2e|test-support|bench|proof)\/|^\.ci\/|bench\.ts$/

const paths = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.astro', '*.js', '*.mjs'], {
  encoding: 'utf8',
})
const files = paths
  .trim()
  .split('\n')
  .filter((path) => !data.test(path))
  .map((path) => ({
    path,
    lines: readFileSync(path, 'utf8').split('\n').length - 1,
    isTest: test.test(path),
  }))

type File = (typeof files)[number]
const sum = (some: File[]) => some.reduce((total, { lines }) => total + lines, 0)
const product = files.filter(({ isTest }) => !isTest)

function print(isMet: boolean, what: string, target: string): boolean {
  console.log(`${isMet ? '✔' : '✘'} ${what} (${target})`)
  return isMet
}

function printTarget(count: number, what: string, target: number): void {
  print(count <= target, `${count} ${what}`, `target: ${target}`)
}

printTarget(sum(product), 'product lines', targets.product)
printTarget(product.length, 'product files', targets.files)
printTarget(sum(files.filter(({ isTest }) => isTest)), 'lines of tests and their support', targets.tests)

const byFeature = Map.groupBy(files, ({ path }) => features.find((feature) => feature.paths.test(path)))
const areWithin = features.map((feature) => {
  const count = sum(byFeature.get(feature) ?? [])
  const { name, max, target } = feature
  return print(count <= max, `${name}: ${count} lines with tests`, `budget: ${max}, target: ${target}`)
})

const folders = Map.groupBy(product, ({ path }) => dirname(path))
const crowded = [...folders].filter(([, inside]) => inside.length > 20).map(([folder]) => folder)
print(crowded.length === 0, 'at most 20 files in a folder', `more in: ${crowded.join(', ') || 'none'}`)
for (const part of ['api', 'site', 'studio', 'studio/lake']) {
  const inside = product.filter(({ path }) => path.startsWith(`${part}/`))
  console.log(`  ${part}: ${inside.length} files, ${sum(inside)} lines`)
}
const longest = product.toSorted((one, other) => other.lines - one.lines).slice(0, 5)
console.log(`  the longest: ${longest.map(({ path, lines }) => `${basename(path)} ${lines}`).join(', ')}`)

if (areWithin.includes(false)) process.exitCode = 1

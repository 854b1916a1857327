import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'

/**
 * Prints the size of the product's code against its targets: how many files and lines there are to read. Without tests,
 * their support, benchmarks, dictionaries and generated types.
 */
const excluded = [
  /\.(test|e2e)\.tsx?$/,
  /\/(tests|e2e|test-support|bench)\//,
  /^\.ci\//,
  /^api\/domain\/messages\//,
  /^site\/queries\/types\.ts$/,
  /bench\.ts$/,
]

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.astro', '*.js', '*.mjs'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((path) => !excluded.some((pattern) => pattern.test(path)))
  .map((path) => ({ path, lines: readFileSync(path, 'utf8').split('\n').length - 1 }))

const lines = files.map((file) => file.lines).toSorted((one, other) => one - other)
const sum = lines.reduce((total, count) => total + count, 0)
const median = lines[Math.floor(lines.length / 2)] ?? 0
const folders = Object.entries(Object.groupBy(files, ({ path }) => dirname(path)))
  .map(([folder, inside = []]) => ({ folder, count: inside.length }))
  .toSorted((one, other) => other.count - one.count)
const crowded = folders.filter(({ count }) => count > 20)
const small = files.filter((file) => file.lines < 15)

function print(isMet: boolean, what: string, target: string): void {
  console.log(`${isMet ? '✔' : '✘'} ${what} (target: ${target})`)
}

print(files.length <= 400, `${files.length} files`, 'at most 400')
print(sum <= 20_000, `${sum} lines`, 'at most 20,000')
print(median >= 30 && median <= 60, `a median of ${median} lines per file`, '30 to 60')
print(
  crowded.length === 0,
  `${crowded.length} folders with more than 20 files${crowded.map(({ folder, count }) => `, ${folder}: ${count}`).join('')}`,
  'none',
)
console.log(`  ${small.length} files of fewer than 15 lines`)
const longest = files.toSorted((one, other) => other.lines - one.lines).slice(0, 5)
console.log(
  `  the longest: ${longest.map(({ path, lines: count }) => `${basename(path)} ${count}`).join(', ')}`,
)
for (const part of ['api', 'site', 'studio', 'studio/lake']) {
  const inside = files.filter(({ path }) => path.startsWith(`${part}/`))
  const total = inside.reduce((count, file) => count + file.lines, 0)
  console.log(`  ${part}: ${inside.length} files, ${total} lines`)
}

import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { checkOut } from './checkout.ts'
import { startProofLake } from './lake.ts'
import type { Outcome, Suite } from './suite.ts'

type Dataset = { _type: 'dataset'; _id: string; documents?: { _id: string; _type: string }[] }
type Test = {
  _type: 'test'
  _id: string
  filename: string
  version?: string
  query: string
  params: Record<string, unknown> | null
  result: unknown
  valid: boolean
  dataset: { _ref: string }
}

/** The conformance tests of GROQ, each against a lake with the documents of the test. */
export const groqSuite: Suite = {
  title: '[sanity-io/groq-test-suite](https://github.com/sanity-io/groq-test-suite) through `/data/query`',
  reasons: [
    [/^function\/geo\/|Undefined function: geo/, 'no `geo::` functions (groq-js)'],
    [/^function\/diff/, '`diff::` has no time limit: groq-js runs it asynchronously'],
    [/\(GROQ 0\.1\)/, 'the rules of GROQ 0.1, before the specification (groq-js)'],
    [/\nnot run: the documents/, 'not run: 200 MB of documents'],
    [/queryTooLong|queryTimeout/, 'longer than 100,000 characters or 5 s'],
    [/path\(.*\) in path/, '`path()` in `path()` (groq-js)'],
    [/^function\/array-unique/, '`array::unique()` keeps each `null` (groq-js)'],
    [/\naccepted\n/, 'a wrong use of `score()` is accepted (groq-js)'],
  ],
  run: async () => {
    const folder = checkOut('sanity-io/groq-test-suite', '0445fe57ed0aca3ffed2f8068a4c63e3f22faaa9')
    const pnpm = ['exec', '--yes', '--prefer-offline', 'pnpm@10.14.0', '--', 'install', '--prefer-offline']
    execFileSync('npm', [...pnpm, '--frozen-lockfile', '--ignore-scripts'], { cwd: folder })
    execFileSync(process.execPath, ['src/build.js'], { cwd: folder })
    const lines = (await readFile(join(folder, 'suite.ndjson'), 'utf8')).trim().split('\n')
    const entries = lines.map((line) => JSON.parse(line) as Dataset | Test)
    const tests = entries.filter((entry) => entry._type === 'test')
    const datasets = entries.filter((entry) => entry._type === 'dataset')
    const outcomes: Outcome[] = []
    for (const { _id, documents } of datasets)
      outcomes.push(
        ...(await runTests(
          documents,
          tests.filter(({ dataset }) => dataset._ref === _id),
        )),
      )
    return outcomes
  },
}

async function runTests(documents: Dataset['documents'], tests: Test[]): Promise<Outcome[]> {
  if (!documents) return tests.map((test) => toOutcome(test, 'not run: the documents are 200 MB'))
  await using lake = await startProofLake()
  const mutations = documents.map((document) => ({ createOrReplace: document }))
  const loading = await post('/v2025-02-19/data/mutate/production', { mutations })
  if (!loading.ok) return tests.map((test) => toOutcome(test, `not run: ${loading.text}`))
  const outcomes: Outcome[] = []
  for (const test of tests) {
    const { query, params } = test
    const body = { query, params: params ?? {} }
    const answer = await post('/v2025-02-19/data/query/production?perspective=raw', body)
    outcomes.push(toOutcome(test, findProblem(test, answer)))
  }
  return outcomes

  async function post(path: string, body: unknown) {
    const headers = { Authorization: `Bearer ${lake.token}`, 'Content-Type': 'application/json' }
    const url = `http://localhost:${lake.port}${path}`
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    return { ok: response.ok, text: await response.text() }
  }
}

function findProblem({ valid, result }: Test, answer: { ok: boolean; text: string }): string | undefined {
  if (!valid) return answer.ok ? 'accepted' : undefined
  if (!answer.ok) return answer.text
  const given = toComparable((JSON.parse(answer.text) as { result: unknown }).result)
  return isDeepStrictEqual(given, toComparable(result)) ? undefined : `answered ${JSON.stringify(given)}`
}

function toOutcome({ _id, filename, version, query, result }: Test, problem?: string): Outcome {
  const name = `${filename} (GROQ ${version ?? 'any'}) ${_id}`
  return { name, problem: problem && `${problem}\n${query}\nexpected ${JSON.stringify(result)}` }
}

/** Without the fields that a lake adds to documents, and with the rank of each score in place of the score. */
function toComparable(result: unknown): unknown {
  const scores = new Set<number>()
  JSON.stringify(result, (key, value: unknown) => {
    if (key === '_score') scores.add(value as number)
    return value
  })
  const ranks = [...scores].toSorted((one, other) => other - one)
  return JSON.parse(
    JSON.stringify(result ?? null, (_, value: unknown) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
      const { _createdAt, _updatedAt, _rev, _score, ...rest } = value as Record<string, unknown>
      return _score === undefined ? rest : { ...rest, _pos: ranks.indexOf(_score as number) + 1 }
    }),
  ) as unknown
}

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { queryAsJson } from './query/evaluate.ts'
import { parsePerspective } from './query/perspective.ts'
import { Views } from './query/views.ts'
import { openStore } from './store/open-store.ts'
import { makeDocuments } from './test-support/make-documents.ts'

/**
 * Figures of the engine over documents with bodies of 12 blocks: what a query costs, the median of some and the first
 * one after a write, and what the process weighs. `node studio/lake/bench.ts [number of documents]`
 */
const RUNS = 21
/** Where the lake keeps its stripped TypeScript: what strips it weighs 25 MB, once it was needed. */
const compiled = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))
/** As `npm start` gives them to the lake: the young generation is what a quiet process weighs most. */
const flags = ['--max-semi-space-size=4', '--max-old-space-size=384']
const context = { identity: 'bench', projectId: 'local', dataset: 'production' }
const identity = 'bench'
const match = '([@, _id] match text::query($__query) || references($__rawQuery))'
const search = `*[_type in $__types] | score(boost(title match text::query($__query), 5), ${match})[_score > 0]
  {_type, _id, _score} | order(_score desc)[0...101]`
const queries: [name: string, query: string, params: Record<string, unknown>][] = [
  ['by slug', '*[_type == "event" && slug.current == $slug][0]', { slug: 'event-1500' }],
  [
    'a page in order, joined',
    '*[_type == "event"] | order(date desc)[0...20]{title, "by": author->name}',
    {},
  ],
  ['references()', '*[references($id)]{_id, title}', { id: 'author-7' }],
  ['the Studio searches', search, { __types: ['event'], __query: 'quick fox*', __rawQuery: 'quick fox' }],
  [
    'a list of the Studio, 144 ids',
    `[${Array.from({ length: 144 }, (_, index) => `*[sanity::versionOf("event-${index * 7}")]._id`).join(',')}]`,
    {},
  ],
  ['with no index to help', '*[count(body) > 11 && title match "15*"]{_id}', {}],
]

const [, self = '', count = '3000', filled] = process.argv
if (filled === undefined) fillThenMeasure(Number(count))
else measure(filled)

/** The figures are those of a process that found its documents in the file, as a lake does that is started again. */
function fillThenMeasure(documents: number): void {
  const folder = mkdtempSync(join(tmpdir(), 'lake-bench-'))
  const store = openStore(folder)
  const mutations = makeDocuments(documents).map((create) => ({ create }))
  say(
    'written in one transaction',
    clock(() => store.transact({ mutations, identity })),
  )
  store.close()
  execFileSync(process.execPath, [...flags, self, count, folder], {
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  })
  rmSync(folder, { recursive: true })
}

function measure(folder: string): void {
  const began = performance.now()
  const store = openStore(folder)
  say('opened', performance.now() - began)
  const views = new Views(store)
  const mutations = [{ patch: { id: 'event-3', inc: { views: 1 } } }]
  const write = () => store.transact({ mutations, identity })
  for (const name of ['published', 'drafts']) {
    const view = () => views.get(parsePerspective(name, 'vX'))
    for (const [what, query, params] of queries) {
      const run = () => clock(() => queryAsJson(query, params, view(), context))
      const times = Array.from({ length: RUNS }, run)
      write()
      say(`${name}: ${what}`, median(times), run())
    }
  }
  say('a patch, on disk', median(Array.from({ length: RUNS }, () => clock(write))))
  process.stdout.write(`resident memory ${Math.round(process.memoryUsage.rss() / 1024 / 1024)} MB\n`)
  store.close()
}

function clock(run: () => unknown): number {
  const start = performance.now()
  run()
  return performance.now() - start
}

function median(times: number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
}

function say(what: string, milliseconds: number, afterWrite?: number): void {
  const then = afterWrite === undefined ? '' : `   after a write ${afterWrite.toFixed(1).padStart(6)} ms`
  process.stdout.write(`${what.padEnd(36)}${milliseconds.toFixed(1).padStart(8)} ms${then}\n`)
}

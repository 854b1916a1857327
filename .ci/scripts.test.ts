import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { checkout } from '../api/runtime/checkout.ts'
import manifest from '../package.json' with { type: 'json' }

/** By `run` and `test.ts`. */
const startedByCi = ['check', 'content:types', 'prepare:version', 'test', 'test:debian', 'test:e2e']

const badPort = /^PORT must be a port/m
const badOption = /Unknown option '--none'/
const noTests = /No test files found/

/** The shortest run of each: its words, and what it prints. Most end at once, after their modules have loaded. */
const shortRuns: Array<[script: keyof typeof manifest.scripts, words: string, printed: RegExp]> = [
  ['start', '', badPort],
  ['dev', '', badPort],
  ['demo', '', badPort],
  ['build', '', badPort],
  ['releases', '', badPort],
  ['sync', '', badPort],
  ['migrate', '', badPort],
  ['doctor', '', /✘ settings: PORT must be a port/],
  ['moderate', '', /list .* lists the newest/],
  ['import', 'events.ics', badPort],
  ['backup', '', badPort],
  ['restore', 'backup.tar.gz', badPort],
  ['data:export', 'data.json.gz', badPort],
  ['data:import', 'data.json.gz', badPort],
  ['studio:link', '', /^No Studio runs in /m],
  ['editors', 'list', /^No Studio runs in /m],
  ['studio:deploy', '', /name the project/],
  ['sanity:setup', '', badPort],
  ['content:accept', '', badPort],
  ['content:export', 'content.tar.gz', /^There is nothing at .*: set DATA_DIR/m],
  ['content:import', 'content.tar.gz', /^There is no file content\.tar\.gz/m],
  ['format', '', /^Finished in /m],
  ['test:unit', 'none', noTests],
  ['test:pg', 'none', noTests],
  ['test:faults', '--list', /^All 96 numbers have a test$/m],
  ['test:keystrokes', '--list', /no keystroke .* is lost/],
  ['test:soak', '--none', badOption],
  ['bench', '--none', badOption],
  ['bench:capacity', '--none', badOption],
  ['bench:memory', '--none', badOption],
  ['bench:lighthouse', '--none', badOption],
  ['bench:edge', '--none', badOption],
  ['bench:events', '--none', badOption],
  ['bench:studio', '--none', badOption],
  ['bench:publish', '--none', badOption],
  ['bench:spam', '"$HOME/spam.ndjson"', /spam\.ndjson \| 1 \|/],
  ['bench:import-sweep', '"$HOME"', /There is no calendar file with an event below /],
  ['proof', '--none', badOption],
  ['count', '', /^. \d+ product lines/m],
]

it('every script of package.json is started by a test', () => {
  const started = [...startedByCi, ...shortRuns.map(([script]) => script)]
  expect(started.toSorted()).toEqual(Object.keys(manifest.scripts).toSorted())
})

it.concurrent.each(shortRuns)('npm run %s starts', async (script, words, printed) => {
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-script-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const corpus = await readFile(join(checkout, 'api/moderation/filter/corpus/spam.ndjson'), 'utf8')
  await writeFile(join(folder, 'spam.ndjson'), corpus.slice(0, corpus.indexOf('\n')))
  const PATH = `${join(checkout, 'node_modules/.bin')}:${process.env['PATH']}`
  const child = spawn('sh', ['-c', `exec 2>&1; ${manifest.scripts[script]} ${words}`], {
    // `format` writes.
    cwd: script === 'format' ? folder : checkout,
    env: { PATH, HOME: folder, TMPDIR: folder, PORT: 'none', DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  expect(await text(child.stdout)).toMatch(printed)
})

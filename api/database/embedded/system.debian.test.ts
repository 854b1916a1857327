import { rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { ensureDebianPackages } from '../../tests/debian-packages.ts'
import { runCommand, startServer } from '../../tests/server-process.ts'
import { listingInput, post } from '../../tests/serve.ts'
import { locateBinaries } from './binaries.ts'
import { explainFailure, makeScratch, query, start } from './test-support/scratch.ts'

beforeAll(() => ensureDebianPackages('postgresql'), 300_000)

/** Debian's, of another major version than the npm package's. */
const system = '/usr/lib/postgresql/15/bin'

test('a PostgreSQL of the system stores letters of all languages, and is chosen for its own data', async () => {
  const folder = join(await makeScratch(), 'postgres')
  const first = await start(folder, { binFolder: system })
  expect(first.lines).toEqual([`Making a PostgreSQL 15 cluster in ${folder}`])
  await query(first.url, `create table notes as select 'Zoë' as text`)
  expect(await query(first.url, `select upper(text) from notes`)).toEqual(['ZOË'])
  expect(
    await query(
      first.url,
      `select current_setting(name) from unnest('{data_checksums,server_encoding,shared_buffers}'::text[]) name`,
    ),
  ).toEqual(['on', 'UTF8', '256MB'])
  const sorted = `select string_agg(letter, '' order by letter) from unnest('{ä,a,B,b,Z}'::text[]) as letter`
  expect(await query(first.url, sorted)).toEqual(['BZabä'])
  await first.stop()

  const bundled = dirname((await locateBinaries()).postgres)
  expect(await explainFailure(folder, { binFolder: bundled })).toMatch(
    /holds data of PostgreSQL 15, and .*postgres is PostgreSQL 18; run "npm run data:export/,
  )
  const next = await start(folder)
  expect(await query(next.url, `select text || current_setting('server_version_num') from notes`)).toEqual([
    expect.stringMatching(/^Zoë15/),
  ])
})

test('listings move to another major version by export and import', async () => {
  const DATA_DIR = await makeScratch()
  const old = await startServer({ DATA_DIR, POSTGRES_BIN: system })
  expect(old.output()).toMatch(/^founderlist .*, Node \d.*, PostgreSQL 15\.\d+/m)
  const posted = await post(old.base, listingInput())
  const path = posted.headers.get('location') ?? ''
  const page = await (await fetch(old.base + path)).text()
  old.kill('SIGTERM')
  expect(await old.exited).toBe(0)

  const file = join(DATA_DIR, 'data.json.gz')
  expect(await runCommand('data.ts', ['export', file], { DATA_DIR, POSTGRES_BIN: system })).toMatchObject({
    code: 0,
  })
  await rename(join(DATA_DIR, 'postgres'), join(DATA_DIR, 'postgres-15'))
  expect(await runCommand('data.ts', ['import', file], { DATA_DIR })).toMatchObject({ code: 0 })
  const upgraded = await startServer({ DATA_DIR })
  expect(upgraded.output()).toMatch(/^founderlist .*, PostgreSQL 18\.\d+/m)
  expect(await (await fetch(upgraded.base + path)).text()).toBe(page)
})

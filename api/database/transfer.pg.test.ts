import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { openTestDatabase } from '../tests/database.ts'
import { insertEvent } from '../tests/events.ts'
import { manage, postOne } from '../tests/manage.ts'
import { runCommand } from '../tests/server-process.ts'
import { serveOver } from '../tests/serve.ts'
import { connect } from './open.ts'
import { exportData, importData } from './transfer.ts'

async function makeFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-transfer-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'data.json.gz')
}

async function openPlain() {
  const { url } = await openTestDatabase()
  const sql = connect(url, { max: 1, onnotice: () => {} })
  onTestFinished(() => sql.end({ timeout: 1 }))
  return { sql, url }
}

it('copies all data to another database, which then gives the same answers and accepts the same manage tokens', async () => {
  const from = await openTestDatabase()
  // Inserted before serving starts: the calendar picks up later events with a delay.
  for (let count = 0; count < 250; count += 1)
    await insertEvent(from.sql, { title: `Event ${count}`, topics: ['AI'] })
  const { base } = await serveOver(from)
  const posted = await postOne(base, { title: 'Größe \u2028 "quoted" \\ 👩🏽‍🚀', description: 'a\n\tb' })
  const readAll = async (address: string) => {
    const paths = [`/api/listings/${posted.id}`, '/api/listings/category/housing', '/api/events']
    return Promise.all(paths.map(async (path) => (await fetch(address + path)).text()))
  }
  const before = await readAll(base)

  const file = await makeFile()
  expect(await runCommand('data.ts', ['export', file], { DATABASE_URL: from.url })).toMatchObject({
    code: 0,
    stdout: `256 rows written to ${file}\n`,
  })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const to = await openTestDatabase()
  expect(await runCommand('data.ts', ['import', file], { DATABASE_URL: to.url })).toMatchObject({
    code: 0,
    stdout: `256 rows read from ${file}\n`,
  })

  const { base: moved } = await serveOver(to)
  expect(await readAll(moved)).toEqual(before)
  expect((await manage(moved, ['GET', posted.id], posted.manageToken)).status).toBe(200)
  const found = await fetch(`${moved}/api/search?q=qouted`)
  expect(((await found.json()) as { listings: { results: unknown[] } }).listings.results).toHaveLength(1)
})

it.each([
  ['a truncated file', (bytes: Buffer) => bytes.subarray(0, -20), /unexpected end of file/],
  [
    'a file without its last line',
    (bytes: Buffer) => gzipSync(gunzipSync(bytes).toString().split('\n').slice(0, -2).join('\n') + '\n'),
    /is incomplete/,
  ],
  [
    'a file exported at another migration',
    (bytes: Buffer) =>
      gzipSync(
        gunzipSync(bytes)
          .toString()
          .replace(/"migration":"\d+/, '"migration":"0001'),
      ),
    /was exported at migration 0001/,
  ],
  [
    'a row that violates a constraint',
    (bytes: Buffer) =>
      gzipSync(gunzipSync(bytes).toString().replace('https://example.org', 'ftp://example.org')),
    /events_url_is_web_address/,
  ],
])('imports nothing from %s and says why', async (_what, damage, reason) => {
  const { sql } = await openPlain()
  for (let count = 0; count < 3; count += 1) await insertEvent(sql, { topics: ['AI'] })
  const file = await makeFile()
  await exportData(sql, file)
  await writeFile(file, damage(await readFile(file)))
  const to = await openPlain()
  await expect(importData(to.sql, file)).rejects.toThrow(reason)
  expect(await to.sql`select from events`).toHaveLength(0)
})

it('refuses to import into a database that is not empty', async () => {
  const { sql, url } = await openPlain()
  await insertEvent(sql)
  const file = await makeFile()
  await exportData(sql, file)
  expect(await runCommand('data.ts', ['import', file], { DATABASE_URL: url })).toMatchObject({
    code: 1,
    stderr: 'The database is not empty: it has events. Import into an empty one\n',
  })
  expect(await sql`select from events`).toHaveLength(1)
})

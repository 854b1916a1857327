import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { ensureDebianPackages } from './debian-packages.ts'
import { listingInput, post, serve } from './serve.ts'

beforeAll(() => ensureDebianPackages('sqlmap'), 300_000)

const marked = listingInput({ title: 'Room*', contact: 'room@example.org*', category: 'housing*' })
const cursor = '1700000000000000_00000000-0000-4000-8000-000000000000'

// sqlmap tries everything that fits Postgres at each `*`; it also compares how long answers take.
it.each([
  ['the search', '/api/search?q=room*&city=SF*', []],
  ['a category', `/api/listings/category/housing*/rooms-shared*?before=${cursor}*`, []],
  ['a listing', '/api/listings/{id}*', []],
  ['the events', '/api/events?from=2026-11-01*', []],
  [
    'a post',
    '/api/listings',
    ['--header=Content-Type: application/json', `--data=${JSON.stringify(marked)}`],
  ],
])('fault 55: sqlmap finds no injection in %s', async (_what, path, words) => {
  const { base } = await serve({ postsPerHour: 1_000_000, totalPostsPerHour: 1_000_000 })
  const { id } = (await (await post(base, listingInput())).json()) as { id: string }
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-sqlmap-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const options = ['--batch', '--level=3', '--dbms=PostgreSQL', `--output-dir=${folder}`]
  const address = base + path.replace('{id}', id)
  const { stdout } = await promisify(execFile)('sqlmap', [...options, '-u', address, ...words])
  expect(stdout).toContain('all tested parameters do not appear to be injectable')
})

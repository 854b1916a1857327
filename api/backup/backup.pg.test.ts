import { existsSync } from 'node:fs'
import { execFile } from 'node:child_process'
import { mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@sanity/client'
import { create, extract } from 'tar'
import { expect, it, onTestFinished, vi } from 'vitest'
import { migrate, migrationsFolder, readMigrations } from '../database/migrate.ts'
import { connect } from '../database/open.ts'
import { readEnvironment } from '../env.ts'
import { checkout } from '../runtime/checkout.ts'
import { createProblems } from '../runtime/problems.ts'
import { openEmptyDatabase } from '../tests/database.ts'
import { manage, postOne } from '../tests/manage.ts'
import { usePreparedData } from '../tests/prepared-data.ts'
import { runCommand, startServer } from '../tests/server-process.ts'
import { findFreePort } from '../../site/e2e/support/free-port.ts'
import { pollOptions } from '../tests/poll-options.ts'
import { silentLogger } from '../tests/silent-logger.ts'
import { startBackupLoop } from './backup-loop.ts'

const copyData = usePreparedData()

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

const runEditors = (words: string[], variables: NodeJS.ProcessEnv) =>
  promisify(execFile)(process.execPath, [join(checkout, 'studio/lake/editors.ts'), ...words], {
    env: { ...process.env, ...variables },
  })

const restore = (file: string, variables: NodeJS.ProcessEnv) => runCommand('restore.ts', [file], variables)

/** An editor uploads a file, and publishes an event. */
async function changeContent(dataFolder: string): Promise<void> {
  const read = async (name: string) => (await readFile(join(dataFolder, 'content', name), 'utf8')).trim()
  const client = createClient({
    projectId: 'local',
    dataset: 'production',
    apiHost: `http://127.0.0.1:${await read('port')}`,
    apiVersion: '2025-02-19',
    useProjectHostname: false,
    useCdn: false,
    token: await read('token'),
  })
  await client.assets.upload('file', Buffer.from('a deck'), { filename: 'deck.txt' })
  await client.create({
    _type: 'event',
    title: 'A demo day',
    date: `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 16)}:00Z`,
    organizers: 'the community',
    location: 'SHACK15',
  })
}

const paths = [
  '/',
  '/about',
  '/es/sponsors',
  '/api/events',
  '/api/listings/category/housing',
  '/category/housing/feed.xml',
]
/** Path to status and text of each answer. */
async function readAll(base: string, more: string): Promise<Record<string, string>> {
  const read = async (path: string) => {
    const answer = await fetch(base + path)
    return [path, `${answer.status} ${await answer.text()}`] as const
  }
  return Object.fromEntries(await Promise.all([...paths, more].map(read)))
}

/** The first answers of a busy machine may be 503, or lack the event, the listing or its count. */
function isComplete(answers: Record<string, string>, id: string): boolean {
  const home = answers['/'] ?? ''
  const shown = [/A demo day/, RegExp(`/listing/${id}`), /class="count\b[^>]*>1</]
  const isAnswered = Object.values(answers).every((answer) => answer.startsWith('200 '))
  return isAnswered && shown.every((pattern) => pattern.test(home))
}

it('fault 75: a backup made and proven beside a running site gives a new installation the same answers byte for byte', async () => {
  const variables = {
    ...(await copyData(['content', 'releases'])),
    DATABASE_URL: (await openEmptyDatabase()).url,
    REPORTS_TO_HIDE: '4',
    STUDIO_PORT: String(await findFreePort()),
  }
  const server = await startServer(variables)
  const posted = await postOne(server.base, { title: 'Größe \u2028 "quoted" 👩🏽‍🚀' })
  await runEditors(['add', 'Ana', '--role', 'organiser'], variables)
  await changeContent(variables.DATA_DIR)
  const read = (base: string) => readAll(base, `/listing/${posted.id}`)
  await vi.waitUntil(async () => isComplete(await read(server.base), posted.id), pollOptions)

  const archive = join(await makeFolder(), 'backup.tar.gz')
  const backup = await runCommand('backup.ts', [archive, '--prove'], variables)
  expect(backup).toMatchObject({ code: 0, stdout: expect.stringContaining('Proven: ') as string })
  expect((await stat(archive)).mode & 0o777).toBe(0o600)
  const health = (await (await fetch(`${server.base}/api/health`)).json()) as Record<string, unknown>
  expect(health).toMatchObject({ status: 'ok', lastProvenBackup: expect.stringMatching(/^20.*Z$/) as string })
  expect(await readdir(variables.DATA_DIR)).not.toContain('backup-work')

  const DATA_DIR = join(await makeFolder(), 'data')
  const restored = await restore(archive, { DATA_DIR })
  expect(restored).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Restored \d+ rows, .*REPORTS_TO_HIDE/s) as string,
  })
  expect((await readdir(DATA_DIR)).toSorted()).toEqual(['content', 'postgres', 'releases', 'settings.env'])
  const files = await readdir(join(DATA_DIR, 'content/assets/files'))
  expect(await readFile(join(DATA_DIR, 'content/assets/files', files[0] ?? ''), 'utf8')).toBe('a deck')
  const STUDIO_PORT = String(await findFreePort())
  const moved = await startServer({ ...variables, DATABASE_URL: '', DATA_DIR, STUDIO_PORT })
  // Read at the same time: pages change at midnight.
  await vi.waitFor(async () => {
    const [before, after] = await Promise.all([read(server.base), read(moved.base)])
    expect(after).toEqual(before)
  }, pollOptions)
  expect((await manage(moved.base, ['GET', posted.id], posted.manageToken)).status).toBe(200)
  expect((await runEditors(['list'], { DATA_DIR })).stdout).toContain('Ana')
  const again = await restore(archive, { DATA_DIR })
  expect(again).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`${DATA_DIR} is not empty (`) as string,
  })
}, 300_000)

it('refuses an archive that is damaged, cut, foreign or of a later version, and leaves nothing behind', async () => {
  const folder = await makeFolder()
  const variables = { ...(await copyData()) }
  const archive = join(folder, 'backup.tar.gz')
  expect(await runCommand('backup.ts', [archive], variables)).toMatchObject({ code: 0 })
  expect(await runCommand('backup.ts', [archive], variables)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`${archive} exists already`) as string,
  })
  const { size } = await stat(archive)
  const bytes = await readFile(archive)

  /** The archive with another first file. */
  async function rewrite(change: (manifest: Record<string, unknown>) => object): Promise<string> {
    const unpacked = await mkdtemp(join(folder, 'unpacked-'))
    await extract({ file: archive, cwd: unpacked })
    const manifest = JSON.parse(await readFile(join(unpacked, 'backup.json'), 'utf8')) as Record<
      string,
      unknown
    >
    await writeFile(join(unpacked, 'backup.json'), JSON.stringify(change(manifest)))
    const file = join(unpacked, 'changed.tar.gz')
    const names = (await readdir(unpacked)).filter((name) => name !== 'backup.json')
    await create({ file, cwd: unpacked, gzip: true }, ['backup.json', ...names])
    return file
  }

  const cut = join(folder, 'cut.tar.gz')
  await writeFile(cut, bytes)
  await truncate(cut, Math.floor(size / 2))
  const flipped = join(folder, 'flipped.tar.gz')
  await writeFile(flipped, bytes)
  await using file = await open(flipped, 'r+')
  const middle = Math.floor(size / 2)
  await file.write(Buffer.from([bytes.readUInt8(middle) ^ 1]), 0, 1, middle)
  const empty = join(folder, 'empty.tar.gz')
  await writeFile(empty, '')
  const files = (given: Record<string, unknown>) => given['files'] as Record<string, { sha256: string }>
  const cases: Array<[file: string, reason: RegExp]> = [
    [cut, /is damaged: /],
    [flipped, /is damaged: /],
    [empty, /cannot be read: /],
    [join(folder, 'none.tar.gz'), /cannot be read: ENOENT/],
    [join(migrationsFolder.pathname, '0028_create_schema.sql'), /cannot be read|was not made by/],
    [
      await rewrite((all) => ({ ...all, format: 2, version: '9.0.0' })),
      /was made by a later version \(9\.0\.0\)/,
    ],
    [await rewrite((all) => ({ ...all, migration: '9999_later.sql' })), /has the migration 9999_later\.sql/],
    [await rewrite((all) => ({ ...all, documents: 1 })), /The content has \d+ documents instead of 1/],
    [
      await rewrite((all) => ({
        ...all,
        tables: { ...(all['tables'] as object), events: { rows: 1, digest: 'f' } },
      })),
      /The rows of events are not those that were backed up/,
    ],
    [
      await rewrite((all) => ({
        ...all,
        files: { ...files(all), 'content/lake.sqlite': { size: 1, sha256: 'a' } },
      })),
      /content\/lake\.sqlite is not the file that was backed up/,
    ],
  ]
  for (const [given, reason] of cases) {
    const DATA_DIR = join(folder, 'data')
    const refused = await restore(given, { DATA_DIR })
    const lastLine = refused.stderr.trim().split('\n').at(-1)
    expect({ ...refused, given, lastLine }).toMatchObject({
      code: 1,
      stdout: '',
      lastLine: expect.stringMatching(reason) as string,
    })
    expect([given, ...(await readdir(DATA_DIR).catch(() => []))]).toEqual([given])
  }
  expect(await restore(archive, { DATA_DIR: join(archive, 'data') })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The folder .* cannot be made: ENOTDIR.*\n$/) as string,
  })
}, 300_000)

it('a start makes a backup before it changes the database, and changes nothing without one', async () => {
  const { sql, url } = await openEmptyDatabase()
  const plain = connect(url, { max: 1, onnotice: () => {} })
  const names = (await readMigrations()).map(({ name }) => name)
  const [last = '', next = ''] = names.slice(-2)
  await migrate(plain, migrationsFolder, { last })
  await plain.end()
  const variables = { ...(await copyData(['content', 'releases'])), DATABASE_URL: url }
  const folder = await makeFolder()
  const file = join(folder, 'a file')
  await writeFile(file, '')
  const refused = await startServer({ ...variables, BACKUP_DIR: file }, { waits: false })
  expect(await refused.exited).toBe(1)
  expect(refused.output()).toContain(
    'The database was not changed, since no backup of it could be made first: ',
  )
  const readLast = async () =>
    (await sql`select name from migrations order by number desc limit 1`)[0]?.['name'] as string
  expect(await readLast()).toBe(last)

  const archive = join(folder, `before-${next.replace('.sql', '')}.tar.gz`)
  // Of a start that was killed.
  await writeFile(`${archive}.new`, '')
  await startServer({ ...variables, BACKUP_DIR: folder })
  expect(await readLast()).toBe(next)
  const DATA_DIR = join(folder, 'data')
  expect(await restore(archive, { DATA_DIR })).toMatchObject({ code: 0 })
}, 300_000)

it('makes proven backups on schedule, keeps the newest, and says why it cannot', async () => {
  const variables = { ...(await copyData()), BACKUP_EVERY: '1', BACKUP_KEEP: '1' }
  const backups = join(variables.DATA_DIR, 'backups')
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const problems = createProblems(silentLogger)
  const environment = readEnvironment(variables)
  const start = () => startBackupLoop({ environment, logger: silentLogger, problems, interval: 50 })
  const waitForBackup = () =>
    vi.waitUntil(() => existsSync(join(variables.DATA_DIR, 'last-backup.json')), { timeout: 120_000 })
  const first = start()
  await waitForBackup()
  first[Symbol.dispose]()
  const [firstBackup] = await readdir(backups)
  const older = 'founderlist-20200101T000000Z.tar.gz'
  const kept = ['notes.txt', 'founderlist-20200101T000000Z.tar.gz.unproven', older]
  for (const name of kept) await writeFile(join(backups, name), '')
  vi.stubEnv('BACKUP_DIR', join(backups, 'notes.txt'))
  await rm(join(variables.DATA_DIR, 'last-backup.json'))
  const failing = start()
  await vi.waitUntil(() => problems.list().length > 0, { timeout: 120_000 })
  expect(problems.list()).toMatchObject([
    { name: 'backup', reason: expect.stringContaining('No backup could be made') as string },
  ])
  failing[Symbol.dispose]()
  vi.stubEnv('BACKUP_DIR', '')
  const last = start()
  onTestFinished(() => last[Symbol.dispose]())
  await vi.waitUntil(() => problems.list().length === 0, { timeout: 120_000 })
  const left = (await readdir(backups)).toSorted()
  expect(left).toHaveLength(3)
  expect(left).not.toContain(older)
  expect(left).not.toContain(firstBackup)
}, 300_000)

import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { isRoot } from './database/embedded/account.ts'
import { createProblems } from './runtime/problems.ts'
import { openTestDatabase } from './tests/database.ts'
import { pollOptions } from './tests/poll-options.ts'
import { usePreparedData } from './tests/prepared-data.ts'
import { listingInput, post, serveOver } from './tests/serve.ts'
import { startServer } from './tests/server-process.ts'
import { silentLogger } from './tests/silent-logger.ts'
import { describeDisk, watchHealth } from './watch-health.ts'

const run = promisify(execFile)
const copyData = usePreparedData()

async function read(base: string, path = '') {
  const answer = await fetch(`${base}/api/health${path}`)
  const body = (await answer.json()) as {
    database?: string
    problems?: Array<{ name: string; reason: string }>
  }
  return {
    status: answer.status,
    database: body.database,
    problems: body.problems?.map(({ name }) => name).toSorted(),
  }
}

/** A disk of its own with the data of a server. */
async function mountData() {
  const { DATA_DIR: data, SITE_URL } = await copyData()
  const disk = await mkdtemp(join(tmpdir(), 'founderlist-disk-'))
  await run('mount', ['-t', 'tmpfs', '-o', 'size=190m', 'tmpfs', disk])
  onTestFinished(async () => {
    await run('umount', ['--lazy', disk])
    await rm(disk, { recursive: true })
  })
  await run('cp', ['-a', `${data}/.`, disk])
  return { DATA_DIR: disk, SITE_URL }
}

it(
  'fault 88: on a full disk health says that nothing can be written, and heals',
  { skip: !isRoot() },
  async () => {
    const variables = await mountData()
    const { base } = await startServer(variables)
    expect(await read(base)).toEqual({ status: 200, database: 'ok', problems: ['disk'] })

    const filler = join(variables.DATA_DIR, 'filler')
    await run('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k']).catch(() => {})
    expect((await post(base, listingInput())).status).toBe(503)
    await expect
      .poll(() => read(base), pollOptions)
      .toEqual({
        status: 503,
        database: 'read-only',
        problems: ['data folder', 'disk', 'writes'],
      })
    expect([await read(base, '/live'), await read(base, '/ready')]).toMatchObject([
      { status: 200 },
      { status: 200 },
    ])
    expect((await fetch(`${base}/category/housing`)).status).toBe(200)

    await rm(filler)
    await expect
      .poll(() => read(base), pollOptions)
      .toMatchObject({ status: 200, database: 'ok', problems: ['disk'] })
    expect((await post(base, listingInput())).status).toBe(201)
  },
)

it('names a database that refuses writes and a folder that is gone', async () => {
  const { sql, url } = await openTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-health-'))
  const problems = createProblems(silentLogger)
  const readContentStatus = async () => 'ok' as const
  const watching = watchHealth({ sql, folder, readContentStatus, problems })
  onTestFinished(() => watching[Symbol.dispose]())
  const { base } = await serveOver({ sql, url }, {}, { problems, refreshHealth: watching.refresh })
  expect(await read(base)).toMatchObject({ status: 200, database: 'ok', problems: undefined })

  await rm(folder, { recursive: true })
  await expect.poll(() => read(base), pollOptions).toMatchObject({ status: 200, problems: ['data folder'] })

  const name = new URL(url).pathname.slice(1)
  await sql`alter database ${sql(name)} set default_transaction_read_only = on`
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'founderlist' and datname = ${name} and pid <> pg_backend_pid()`
  await expect
    .poll(() => read(base), pollOptions)
    .toMatchObject({ status: 503, database: 'read-only', problems: ['data folder', 'writes'] })
})

it.each([
  ['1.2 GB of 100 GB', 1_200, 100_000, undefined],
  ['900 MB of 2 GB', 900, 2_000, undefined],
  ['900 MB of 100 GB', 900, 100_000, 'less than 1000 MB free'],
  ['150 MB of 1 GB', 150, 1_000, 'less than 200 MB free'],
  ['nothing', 0, 1_000, 'less than 1 MB free'],
])('describes a disk with %s free', (_, free, size, words) => {
  const sentence = words && `The disk of DATA_DIR is nearly full: ${words}`
  expect(describeDisk({ bavail: free, blocks: size, bsize: 1_000_000 })).toBe(sentence)
})

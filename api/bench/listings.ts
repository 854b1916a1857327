import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '../database/embedded/start.ts'
import { migrate } from '../database/migrate.ts'
import { type Database, openDatabase } from '../database/open.ts'
import manifest from '../../package.json' with { type: 'json' }
import { measureRate, median } from './measure.ts'

/**
 * One listing, and a page of 50, among 100,000: requests a second as a ratio to a bare `node:http` server that
 * answers the same bytes, in turns within one run, since the machine is noisy. Then the memory of the API's process
 * after 10,000 requests more. Run it with `npm run bench`; it is no test and fails on no slow day.
 */
const port = 4399
const base = `http://127.0.0.1:${port}`
const rounds = 5
const seconds = 2

async function fill(sql: Database): Promise<string> {
  await sql`
    insert into listings (category, subcategory, title, description, contact, location, created_at)
    select
      'jobs', case when n <= 50 then 'marketing' else 'engineering' end,
      'A listing with a title of ordinary length, number ' || n,
      repeat('Some forty letters of ordinary writing. ', 8),
      'somebody@example.org', 'SF', now() - n * interval '1 minute'
    from generate_series(1, 100000) as n
  `
  await sql`vacuum analyze listings`
  const [row] = await sql<[{ id: string }]>`select id from listings offset 50000 limit 1`
  return row.id
}

async function startApi(databaseUrl: string) {
  // The words of `npm start`, so that what is measured runs as what is served.
  const [, ...startArguments] = manifest.scripts.start.split(' ')
  const server = spawn(process.execPath, startArguments, {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, DATABASE_URL: databaseUrl, PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  for await (const line of server.stderr) if (String(line).includes('The site: ')) break
  return server
}

async function startBare(paths: string[]) {
  const bare = fork(fileURLToPath(new URL('./bare-server.ts', import.meta.url)))
  await once(bare, 'message')
  const answers = await Promise.all(
    paths.map(async (path) => {
      const response = await fetch(base + path)
      const {
        connection: _connection,
        'keep-alive': _keep,
        date: _date,
        ...headers
      } = Object.fromEntries(response.headers)
      return [path, { headers, body: await response.text() }] as const
    }),
  )
  bare.send(answers)
  const [barePort] = (await once(bare, 'message')) as [number]
  return { bare, bareBase: `http://127.0.0.1:${barePort}` }
}

async function readResidentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

const scratch = await mkdtemp(join(tmpdir(), 'founderlist-bench-'))
const database = await startEmbeddedPostgres({ folder: join(scratch, 'postgres') })
const sql = openDatabase(database.url)
await migrate(sql)
const paths = {
  'one listing': `/api/listings/${await fill(sql)}`,
  'a page of 50': '/api/listings/category/jobs/marketing',
}
const api = await startApi(database.url)
const { bare, bareBase } = await startBare(Object.values(paths))
try {
  for (const [name, path] of Object.entries(paths)) {
    await measureRate(base + path, 1)
    const rates: Array<{ ours: number; bare: number }> = []
    for (let round = 0; round < rounds; round += 1) {
      rates.push({
        ours: await measureRate(base + path, seconds),
        bare: await measureRate(bareBase + path, seconds),
      })
    }
    const ratio = median(rates.map(({ ours, bare: yardstick }) => ours / yardstick))
    const [ours, yardstick] = [median(rates.map((rate) => rate.ours)), median(rates.map((rate) => rate.bare))]
    console.log(`${name}: ${ours.toFixed(0)}/s, bare ${yardstick.toFixed(0)}/s, ratio ${ratio.toFixed(3)}`)
  }
  for (let sent = 0; sent < 10_000; sent += 100) {
    await Promise.all(
      Array.from({ length: 100 }, async () => (await fetch(base + paths['a page of 50'])).text()),
    )
  }
  console.log(`memory of the API's process: ${(await readResidentMegabytes(api.pid ?? 0)).toFixed(0)} MB`)
} finally {
  bare.kill()
  api.kill('SIGTERM')
  await once(api, 'exit')
  await sql.end()
  await database.stop()
  await rm(scratch, { recursive: true, force: true })
}

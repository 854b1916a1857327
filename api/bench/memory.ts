import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import manifest from '../../package.json' with { type: 'json' }
import { checkout } from '../runtime/checkout.ts'
import { createMemoryCgroup } from './memory-cgroup.ts'

/**
 * `npm run bench:memory [megabytes]`: the memory of all processes after a first start (empty data folder, nothing built)
 * and 10,000 requests for all kinds of pages, as the proportional set size (PSS) in `/proc` of Linux. With a limit, all
 * runs in a memory cgroup, which only root can create.
 */
const [megabytesGiven] = parseArgs({ allowPositionals: true }).positionals
const requests = 10_000
const limit = 350
const port = 4399
const base = `http://127.0.0.1:${port}`
const excludedFolders = ['.git', '.build', '.data', '.data-demo', 'dist', 'node_modules', 'test-results']

const scratch = await mkdtemp(join(tmpdir(), 'founderlist-memory-'))
const copied = join(scratch, 'checkout')
await cp(checkout, copied, {
  recursive: true,
  filter: (path) => path === checkout || !excludedFolders.includes(basename(path)),
})
await symlink(join(checkout, 'node_modules'), join(copied, 'node_modules'))
const group = megabytesGiven === undefined ? undefined : await createMemoryCgroup(Number(megabytesGiven))
const startedAt = performance.now()
const server = spawn('sh', ['-c', `${group?.join ?? ':'}; ${manifest.scripts.demo}`], {
  cwd: copied,
  env: {
    ...process.env,
    PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
    DATA_DIR: join(scratch, 'data'),
    LOG_LEVEL: 'warn',
    PORT: String(port),
    STUDIO_PORT: '0',
  },
  stdio: ['ignore', 'ignore', 'pipe'],
})
const exited = once(server, 'exit')
try {
  let said = ''
  server.stderr.on('data', (chunk) => (said += chunk))
  // Wait for the Studio's build: its process ends, so it must not be counted.
  for (const line of [/The site: /, /The Studio is ready|The Studio .* be built/]) {
    while (!line.test(said)) {
      if (server.exitCode !== null || server.signalCode) throw new Error(`The server ended:\n${said}`)
      await sleep(200)
    }
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
    console.log(`After ${seconds} s: ${said.split('\n').find((one) => line.test(one))}`)
  }
  await requestPages()
  await sleep(5_000)
  await printMemory()
} finally {
  server.kill('SIGTERM')
  await exited
  if (group) console.log(await group.end())
  await rm(scratch, { recursive: true, force: true })
}

async function requestPages(): Promise<void> {
  const list = async (path: string) =>
    ((await (await fetch(base + path)).json()) as Array<{ id: string }>).map(({ id }) => id)
  const [listings, events] = [await list('/api/listings/category/housing'), await list('/api/events')]
  const texts = [
    '/',
    '/about',
    '/mentors',
    '/sponsors',
    '/team',
    '/contact',
    '/apply',
    '/post',
    '/events',
    '/nothing',
  ]
  const paths = [
    ...texts,
    ...['jobs', 'housing', 'community', 'services'].map((category) => `/category/${category}`),
    ...listings.flatMap((id) => [`/listing/${id}`, `/api/listings/${id}`]),
    ...events.map((id) => `/event/${id}`),
    '/api/events',
    '/api/listings/category/housing',
    '/api/search?q=room',
    '/api/search?q=desing',
  ]
  const encodings = ['br', 'gzip', 'identity']
  for (let sent = 0; sent < requests; sent += 20) {
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const number = sent + index
        const headers = { 'Accept-Encoding': encodings[number % 3] ?? '' }
        await (await fetch(base + paths[number % paths.length], { headers })).arrayBuffer()
      }),
    )
  }
}

async function printMemory(): Promise<void> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => undefined)
    if (/^\d+$/.test(name) && stat) parents.set(Number(name), Number(/\) \S (\d+)/.exec(stat)?.[1]))
  }
  const isOurs = (pid: number): boolean => pid === server.pid || (pid > 1 && isOurs(parents.get(pid) ?? 0))
  // The database server detaches from its parent, so it is identified by its data folder.
  const rows: Array<[name: string, megabytes: number]> = []
  for (const pid of parents.keys()) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (!isOurs(pid) && !command.includes(scratch) && !(await isDatabase(parents.get(pid)))) continue
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    const megabytes = Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024
    if (megabytes > 0) rows.push([toName(pid, command), megabytes])
  }
  const sums = new Map<string, number>()
  for (const [name, megabytes] of rows) sums.set(name, (sums.get(name) ?? 0) + megabytes)
  console.log('| process | PSS in MB |\n| --- | --- |')
  for (const [name, megabytes] of sums) console.log(`| ${name} | ${megabytes.toFixed(0)} |`)
  const sum = rows.reduce((total, [, megabytes]) => total + megabytes, 0)
  console.log(`| all | ${sum.toFixed(0)} |\n\n${sum <= limit ? '✔' : '✘'} at most ${limit} MB`)
}

async function isDatabase(parent = 0): Promise<boolean> {
  return (await readFile(`/proc/${parent}/cmdline`, 'utf8').catch(() => '')).includes(scratch)
}

function toName(pid: number, command: string): string {
  if (pid === server.pid) return 'the API'
  if (command.includes('postgres')) return 'Postgres, all processes'
  if (command.includes(join('studio', 'lake'))) return 'the Content Lake'
  const [script] = command.split('\0').filter((word) => word.endsWith('.ts') || word.endsWith('.js'))
  return script ? basename(script) : (command.split('\0')[0] ?? '')
}

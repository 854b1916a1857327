import { execFileSync } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, open, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { percentile } from './load.ts'
import { makePosts } from './posts.ts'
import { openContent, startApi } from './processes.ts'
import { readRepeatedly, request } from './read-repeatedly.ts'

/**
 * `npm run test:soak` loads a server at half of what it can do, for ten minutes or `-- --minutes N`, while processes are
 * killed, Postgres restarts, the Content Lake hangs and the disk is full. Then every acknowledged post and event must be
 * found. Prints the slope of memory, open files and latencies. Needs root, for a disk of its own (tmpfs).
 *
 * The server itself is only killed in the first half: in the second one its memory is measured.
 */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } })
const duration = Number(values.minutes) * 60_000
const paths = ['/', '/about', '/events', '/category/housing', '/api/events', '/api/listings/category/jobs']
const diskMegabytes = 700

const report = (holds: boolean, line: string) => {
  console.log(`${holds ? '✔' : '✘'} ${line}`)
  if (!holds) process.exitCode = 1
}

execFileSync('npm', ['run', '--silent', 'prepare:version'], { stdio: 'inherit' })
await using ends = new AsyncDisposableStack()
const disk = await mkdtemp(join(tmpdir(), 'founderlist-soak-'))
ends.defer(() => rm(disk, { recursive: true, force: true }))
execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', disk])
ends.defer(() => void execFileSync('umount', ['--lazy', disk]))
const variables = { DATA_DIR: join(disk, 'data'), POSTS_PER_HOUR: '100000', SPAM_FILTER: 'log' }

let server = await startApi('', variables)
ends.defer(async () => server[Symbol.asyncDispose]())
const base = server.base
const signal = AbortSignal.timeout(duration)

/** As systemd does. */
async function keepServing(): Promise<void> {
  while (!signal.aborted) {
    await Promise.race([server.exited, sleep(duration, undefined, { signal }).catch(() => {})])
    if (signal.aborted) return
    await server[Symbol.asyncDispose]()
    server = await startApi('', variables)
  }
}

const samples: { at: number; pid: number; megabytes: number; files: number }[] = []

async function measure(): Promise<void> {
  const { pid = 0 } = server
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const files = await readdir(`/proc/${pid}/fd`).catch(() => [])
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0)
  if (kilobytes > 0)
    samples.push({ at: performance.now(), pid, megabytes: kilobytes / 1024, files: files.length })
}

/** Process ids of the server's children whose command line contains the text. */
async function findChildren(text: string): Promise<number[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    all.map(async (pid) => {
      const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '')
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
      return line.includes(text) && `${folder} ${environment}`.includes(disk) ? [Number(pid)] : []
    }),
  )
  return found.flat()
}

const signalAll = async (text: string, name: NodeJS.Signals) => {
  for (const pid of await findChildren(text)) process.kill(pid, name)
}

async function findPostmaster(): Promise<number> {
  const file = await readFile(join(variables.DATA_DIR, 'postgres/postmaster.pid'), 'utf8').catch(() => '')
  return Number(file.split('\n')[0])
}

async function signalPostgres(name: NodeJS.Signals): Promise<void> {
  const pid = await findPostmaster()
  if (pid > 1) process.kill(pid, name)
}

async function fillDisk(): Promise<void> {
  const path = join(disk, 'filler')
  try {
    await using file = await open(path, 'w')
    const block = Buffer.alloc(2 ** 20)
    for (;;) await file.write(block)
  } catch {
    await sleep(5_000)
  } finally {
    await rm(path, { force: true })
  }
}

async function hangLake(): Promise<void> {
  await signalAll('studio/lake/server.ts', 'SIGSTOP')
  await sleep(5_000)
  await signalAll('studio/lake/server.ts', 'SIGCONT')
}

const faults: Record<string, () => Promise<void>> = {
  'the server is killed': async () => void server.kill(),
  'Postgres is killed': () => signalPostgres('SIGKILL'),
  'Postgres restarts': () => signalPostgres('SIGINT'),
  'the Content Lake is killed': () => signalAll('studio/lake/server.ts', 'SIGKILL'),
  'the Content Lake hangs for five seconds': hangLake,
  'the disk is full for five seconds': fillDisk,
}
const made: Record<string, number> = {}
let calmFrom = Infinity

async function makeTrouble(): Promise<void> {
  const endsAt = performance.now() + duration
  while (!signal.aborted) {
    calmFrom = performance.now() + 5_000
    await sleep(randomInt(8_000, 20_000), undefined, { signal }).catch(() => {})
    if (signal.aborted || endsAt - performance.now() < 15_000) continue
    const isLate = endsAt - performance.now() < duration / 2
    const names = Object.keys(faults).slice(isLate ? 1 : 0)
    const name = names[randomInt(names.length)] ?? ''
    calmFrom = Infinity
    made[name] = (made[name] ?? 0) + 1
    await faults[name]?.().catch((error: Error) => console.log(`${name}: ${error.message}`))
  }
}

const [posted, published]: [string[], string[]] = [[], []]
const posts = (await makePosts(Math.min(60_000, Math.ceil(duration / 200) + 10))).values()

/** Repeats a post with its key until it is answered, as a browser does. */
async function post(): Promise<void> {
  const { address = '', body = '' } = posts.next().value ?? {}
  const key = randomUUID()
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': address, 'Idempotency-Key': key }
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const answer = await fetch(`${base}/api/listings`, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(10_000),
    }).catch(() => undefined)
    if (answer?.status === 201) return void posted.push(((await answer.json()) as { id: string }).id)
    await sleep(500)
  }
}

async function publish(): Promise<void> {
  const title = `Soak ${randomUUID()}`
  const date = new Date(Date.now() + randomInt(1, 20) * 86_400_000).toISOString()
  const content = await openContent(variables.DATA_DIR)
  await content.create({ _type: 'event', title, date, organizers: 'the community', location: 'SHACK15' })
  published.push(title)
}

async function repeat(interval: number, work: () => Promise<void>): Promise<void> {
  const running: Promise<void>[] = []
  while (!signal.aborted) {
    running.push(work().catch(() => {}))
    await sleep(interval, undefined, { signal }).catch(() => {})
  }
  await Promise.all(running)
}

const choose = () => paths[randomInt(paths.length)] ?? ''
let answered = 0
const probing = AbortSignal.timeout(5_000)
await readRepeatedly(base, choose, { rate: Infinity, signal: probing, onAnswer: () => (answered += 1) })
const rate = Math.round(answered / 5 / 2)
console.log(`${rate} reads a second, half of what the server can do; five posts a second; an event every two`)

const [calm, all]: [number[], number[]] = [[], []]
const statuses: Record<number, number> = {}
await Promise.all([
  keepServing(),
  makeTrouble(),
  repeat(200, post),
  repeat(2_000, publish),
  repeat(2_000, measure),
  readRepeatedly(base, choose, {
    rate,
    signal,
    onAnswer: ({ status, requestedAt }) => {
      const took = performance.now() - requestedAt
      statuses[status] = (statuses[status] ?? 0) + 1
      all.push(took)
      if (requestedAt > calmFrom) calm.push(took)
    },
  }),
])

const isHealthy = async () => (await request(`${base}/api/health`).catch(() => undefined))?.status === 200
for (let waited = 0; waited < 120 && !(await isHealthy()); waited += 1) await sleep(500)
report(await isHealthy(), 'the server is healthy afterwards')
const lost = []
for (const id of posted) if ((await request(`${base}/api/listings/${id}`)).status !== 200) lost.push(id)
report(
  lost.length === 0,
  `${posted.length} acknowledged posts: ${lost.length} lost ${lost.slice(0, 3).join(' ')}`,
)
let missing = published
for (let waited = 0; waited < 60 && missing.length > 0; waited += 1) {
  const { body } = await request(`${base}/api/events`)
  missing = published.filter((title) => !body.includes(title))
  if (missing.length > 0) await sleep(1_000)
}
report(missing.length === 0, `${published.length} acknowledged events: ${missing.length} not in the calendar`)

const last = samples.filter(({ pid }) => pid === server.pid)
const half = last.slice(Math.floor(last.length / 3))
report(half.length > 5, `memory was measured ${half.length} times in the last process`)
const slope = slopeOf(half.map(({ at, megabytes }) => [at / 60_000, megabytes]))
report(
  slope < 5,
  `memory grows by ${slope.toFixed(1)} MB a minute (limit: 5), to ${half.at(-1)?.megabytes.toFixed(0)} MB`,
)
const files = half.map((sample) => sample.files)
report(Math.max(...files) < 500, `open files: ${Math.min(...files)} to ${Math.max(...files)}`)
const p99 = (times: number[]) => percentile(times, 0.99).toFixed(0)
console.log(`p99 of reads: ${p99(calm)} ms without a fault, ${p99(all)} ms with all`)
console.log(`answers by status (0: no connection): ${JSON.stringify(statuses)}`)
console.log(`faults: ${JSON.stringify(made)}`)

/** By least squares. */
function slopeOf(points: [x: number, y: number][]): number {
  const mean = (index: 0 | 1) => points.reduce((sum, point) => sum + point[index], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const covariance = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0)
  return covariance / points.reduce((sum, [at]) => sum + (at - x) ** 2, 0)
}

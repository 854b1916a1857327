import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import type { Post } from './posts.ts'

/** `rate`: requests a second. `p50`, `p99`: milliseconds. */
export type Figures = { rate: number; p50: number; p99: number; failed: number }

export type Load = {
  /** Requested in turn, over and over. */
  paths: string[]
  headers?: Record<string, string>
  seconds: number
  /** Sent once each to the first path. */
  posts?: Post[]
}

const connections = 32
const run = promisify(execFile)
const script = fileURLToPath(new URL('./load.lua', import.meta.url))

/** Loads a server over 32 connections, with Debian's wrk if it is installed, otherwise with autocannon. */
export async function load(base: string, wanted: Load): Promise<Figures> {
  return existsSync('/usr/bin/wrk') ? loadWithWrk(base, wanted) : loadWithAutocannon(base, wanted)
}

async function loadWithWrk(base: string, { paths, headers = {}, seconds, posts }: Load): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-load-'))
  try {
    const files = [[join(folder, 'paths'), paths.join('\n')]]
    if (posts)
      files.push([join(folder, 'posts'), posts.map(({ address, body }) => `${address} ${body}`).join('\n')])
    for (const [name = '', content = ''] of files) await writeFile(name, content)
    const sent = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
    const options = [
      '-t1',
      `-c${connections}`,
      `-d${seconds}s`,
      '--timeout',
      '10s',
      ...sent,
      '-s',
      script,
      base,
      '--',
    ]
    const { stdout } = await run('/usr/bin/wrk', [...options, ...files.map(([name = '']) => name)])
    const measured = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Figures & {
      count: number
      seconds: number
    }
    return { ...measured, rate: measured.count / measured.seconds }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function loadWithAutocannon(
  base: string,
  { paths, headers = {}, seconds, posts }: Load,
): Promise<Figures> {
  let sent = 0
  const toPost = (request: autocannon.Request): autocannon.Request => {
    const { address = '', body = '' } = posts?.[sent] ?? {}
    sent += 1
    const own = { 'Content-Type': 'application/json', 'X-Forwarded-For': address }
    return { ...request, method: 'POST', body, headers: { ...headers, ...own } }
  }
  const result = await autocannon({
    url: base,
    connections,
    duration: seconds,
    headers,
    requests: paths.map((path) => (posts ? { path, setupRequest: toPost } : { path })),
  })
  const { requests, latency, non2xx, errors } = result
  return { rate: requests.average, p50: latency.p50, p99: latency.p99, failed: non2xx + errors }
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Nearest-rank percentile. `share` is from 0 to 1. */
export function percentile(values: number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(share * values.length) - 1] ?? Number.NaN
}

/** The median of each figure over several runs, and the sum of the failures. */
export function combine(runs: Figures[]): Figures {
  const of = (key: keyof Figures) => median(runs.map((figures) => figures[key]))
  return {
    rate: of('rate'),
    p50: of('p50'),
    p99: of('p99'),
    failed: runs.reduce((sum, { failed }) => sum + failed, 0),
  }
}

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import autocannon from 'autocannon'

/** `rate`: requests a second. `p50`, `p99`: milliseconds. */
export type Figures = { rate: number; p50: number; p99: number; failed: number }

export type Load = {
  /** Requested in turn, over and over. */
  paths: string[]
  headers?: Record<string, string>
  seconds: number
  /** JSON to POST, each time from a different network. */
  body?: string
}

const connections = 32
const run = promisify(execFile)
const script = fileURLToPath(new URL('./load.lua', import.meta.url))

/** Loads a server over 32 connections, with Debian's wrk if it is installed, otherwise with autocannon. */
export async function load(base: string, wanted: Load): Promise<Figures> {
  return existsSync('/usr/bin/wrk') ? loadWithWrk(base, wanted) : loadWithAutocannon(base, wanted)
}

async function loadWithWrk(base: string, { paths, headers = {}, seconds, body }: Load): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-load-'))
  try {
    const files = [[join(folder, 'paths'), paths.join('\n')]]
    if (body !== undefined) files.push([join(folder, 'body'), body])
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
  { paths, headers = {}, seconds, body }: Load,
): Promise<Figures> {
  let network = 0
  const setupRequest = (request: autocannon.Request) => {
    network += 1
    const address = `10.${(network >> 16) % 256}.${(network >> 8) % 256}.${network % 256}`
    const type = { 'Content-Type': 'application/json', 'X-Forwarded-For': address }
    return { ...request, headers: { ...headers, ...(body === undefined ? {} : type) } }
  }
  const result = await autocannon({
    url: base,
    connections,
    duration: seconds,
    requests: paths.map((path) => ({
      path,
      ...(body === undefined ? {} : { method: 'POST' as const, body }),
      setupRequest,
    })),
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

import { execFile, spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { checkout } from '../runtime/checkout.ts'
import { keepListening } from './listening.ts'

const run = promisify(execFile)

type Ports = { visitors: number; purge: number; site: number }

export type Varnish = { readCounters: () => Promise<{ client: number; backend: number }> } & AsyncDisposable

/** Debian's Varnish with the documented configuration, from when it listens until it is disposed. */
export async function runVarnish(folder: string, { visitors, purge, site }: Ports): Promise<Varnish> {
  const documented = await readFile(join(checkout, 'docs/operations/varnish.vcl'), 'utf8')
  const file = join(folder, 'site.vcl')
  await writeFile(file, documented.replace('.port = "4321"', `.port = "${site}"`))
  const host = '127.0.0.1'
  const sockets = ['-a', `visitors=${host}:${visitors}`, '-a', `purge=${host}:${purge}`]
  const options = ['-s', 'malloc,256m', '-p', 'http_gzip_support=off', '-j', 'none', '-F']
  const child = spawn(
    '/usr/sbin/varnishd',
    ['-n', join(folder, 'varnish'), '-f', file, ...sockets, ...options],
    {
      stdio: 'ignore',
    },
  )
  const listening = await keepListening(child, { host, port: visitors })
  return {
    readCounters: async () => {
      const words = ['-n', join(folder, 'varnish'), '-1', '-j', '-f', 'MAIN.*_req']
      const { counters } = JSON.parse((await run('/usr/bin/varnishstat', words)).stdout) as {
        counters: Record<string, { value: number }>
      }
      const read = (name: string) => counters[`MAIN.${name}_req`]?.value ?? Number.NaN
      return { client: read('client'), backend: read('backend') }
    },
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  }
}

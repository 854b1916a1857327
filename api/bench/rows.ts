import { combine, type Figures, load } from './load.ts'

export type Peer = 'express' | 'fastify' | 'nginx'
/** Base URLs. `plain` and `brotli` are bare servers that send the same bytes as `ours`. */
export type Servers = Record<'ours' | 'plain' | 'brotli' | 'express' | 'fastify', string> & { nginx?: string }
export type Row = { name: string; path: string; peers: Peer[] }
/** `ours` and the peers are measured without compression. */
export type MeasuredRow = Record<'ours' | 'plain' | 'oursBrotli' | 'brotli', Figures> &
  Partial<Record<Peer, Figures>>

const rounds = 3
const seconds = 2
const plainly = { 'Accept-Encoding': 'identity' }
const compressed = { 'Accept-Encoding': 'br' }

/** Measures all servers in turn, several times, so that other load on the machine affects them equally. */
export async function measureRow({ path, peers }: Row, servers: Servers): Promise<MeasuredRow> {
  const turns: Array<[keyof MeasuredRow, string, Record<string, string>]> = [
    ['ours', servers.ours, plainly],
    ['plain', servers.plain, plainly],
    ['oursBrotli', servers.ours, compressed],
    ['brotli', servers.brotli, compressed],
  ]
  for (const peer of peers) {
    const base = servers[peer]
    if (base) turns.push([peer, base, plainly])
  }
  const runs: Partial<Record<keyof MeasuredRow, Figures[]>> = {}
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, base, headers] of turns) {
      ;(runs[name] ??= []).push(await load(base, { paths: [path], headers, seconds }))
    }
  }
  return Object.fromEntries(Object.entries(runs).map(([name, all]) => [name, combine(all)])) as MeasuredRow
}

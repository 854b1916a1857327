import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { SanityClient } from '@sanity/client'
import { createContentClient } from '../content/client.ts'

// From the moment that the Content Lake is asked to publish until a visitor gets it, over 50 publishes of a page and
// of an event, in the whole product on a data folder of its own.
const rounds = 50
/** Publishes that follow each other faster are made live together (keep-publishing.ts). In milliseconds. */
const pause = 600
const DATA_DIR = await mkdtemp(join(tmpdir(), 'founderlist-bench-'))
const PORT = '4399'
const base = `http://127.0.0.1:${PORT}`
const server = spawn(process.execPath, [fileURLToPath(new URL('../server.ts', import.meta.url))], {
  env: { ...process.env, DATA_DIR, PORT, STUDIO_PORT: '0', LOG_LEVEL: 'error' },
  stdio: ['ignore', 'ignore', 'inherit'],
})
try {
  await until(async () => (await fetch(`${base}/api/health`)).ok)
  const client = await openClient()
  await measure('a page', async (round) => {
    const price = 200 + round
    const change = client.patch('sponsors').set({ 'tiers[0].price': price * 1000 })
    return [() => change.commit(), '/sponsors', `$${price}K`]
  })
  await measure('an event', async (round) => {
    const title = `Event number ${round}.`
    const document = {
      _id: `bench-${round}`,
      _type: 'event',
      title,
      date: '2026-12-01T02:00:00Z',
      organizers: 'the community',
      location: 'SHACK15',
    }
    return [() => client.createOrReplace(document), '/api/events', title]
  })
} finally {
  const gone = once(server, 'exit')
  server.kill('SIGTERM')
  await gone
  await rm(DATA_DIR, { recursive: true, force: true })
}

type Publish = [publish: () => Promise<unknown>, path: string, text: string]

async function measure(what: string, prepare: (round: number) => Promise<Publish>): Promise<void> {
  const times: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const [publish, path, text] = await prepare(round)
    const startedAt = performance.now()
    await publish()
    await until(async () => (await (await fetch(base + path)).text()).includes(text))
    times.push(performance.now() - startedAt)
    await sleep(pause)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0)
  console.log(
    `${what}: median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms, longest ${at(1)} ms, of ${rounds}`,
  )
}

async function openClient(): Promise<SanityClient> {
  const read = async (name: string) => (await readFile(join(DATA_DIR, 'content', name), 'utf8')).trim()
  const apiHost = `http://127.0.0.1:${await read('port')}`
  const token = await read('token')
  return createContentClient({
    projectId: 'local',
    dataset: 'production',
    apiHost,
    token,
    perspective: 'published',
  })
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 120_000
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > deadline) throw new Error('That took longer than two minutes')
    await sleep(5)
  }
}

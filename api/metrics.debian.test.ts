import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import { findFreePort } from '../site/e2e/support/free-port.ts'
import { checkout } from './runtime/checkout.ts'
import { openEmptyDatabase } from './tests/database.ts'
import { ensureDebianPackages } from './tests/debian-packages.ts'
import { pollOptions } from './tests/poll-options.ts'
import { usePreparedData } from './tests/prepared-data.ts'
import { listingInput, post } from './tests/serve.ts'
import { startServer } from './tests/server-process.ts'

// promtool is part of the server's package.
beforeAll(() => ensureDebianPackages('prometheus'), 300_000)

const copyData = usePreparedData()
const operations = join(checkout, 'docs/operations')

async function promtool(words: string[], input = ''): Promise<string> {
  const running = promisify(execFile)('promtool', words)
  running.child.stdin?.end(input)
  const { stdout, stderr } = await running
  return stdout + stderr
}

/** The sum of the samples whose line begins with a text. */
function sum(metrics: string, beginning: string): number {
  const lines = metrics.split('\n').filter((line) => line.startsWith(beginning))
  return lines.reduce((total, line) => total + Number(line.split(' ').at(-1)), 0)
}

it('metrics count what visitors do, by templates of routes', async () => {
  const [METRICS_PORT, data] = [String(await findFreePort()), await copyData(['content', 'releases'])]
  const { url: DATABASE_URL } = await openEmptyDatabase()
  const { base } = await startServer({ ...data, DATABASE_URL, METRICS_PORT })
  const metrics = `http://127.0.0.1:${METRICS_PORT}/metrics`
  const read = async () => (await fetch(metrics)).text()

  const { id } = (await (await post(base, listingInput())).json()) as { id: string }
  const paths = [`/es/listing/${id}`, `/es/listing/${id}`, '/about', '/no/such/page?secret=1', '/robots.txt']
  for (const path of paths) await (await fetch(base + path)).text()
  await fetch(`${base}/api/listings`, { method: 'PROPFIND' })

  const text = await read()
  const count = 'founderlist_http_request_duration_seconds_count'
  for (const [labels, requests] of [
    ['method="GET",route="/listing/:id",status="2xx"', 2],
    ['method="GET",route="/about",status="2xx"', 1],
    ['method="GET",route="/*",status="4xx"', 1],
    ['method="POST",route="/api/listings",status="2xx"', 1],
    ['method="other",route="/api/*",status="4xx"', 1],
  ] as const)
    expect([labels, sum(text, `${count}{${labels}}`)]).toEqual([labels, requests])
  for (const private_ of [id, 'such', 'secret', 'PROPFIND']) expect(text).not.toContain(private_)
  expect(sum(text, 'founderlist_posts_total{outcome="shown"}')).toBe(1)
  expect(sum(text, 'founderlist_answer_cache_lookups_total{result="hit"}')).toBeGreaterThan(0)
  expect(sum(text, 'founderlist_answer_cache_lookups_total{result="miss"}')).toBeGreaterThan(0)
  expect(sum(text, 'founderlist_database_connections')).toBeGreaterThan(0)
  expect(text).toMatch(/^founderlist_last_proven_backup_timestamp_seconds 0$/m)
  await expect
    .poll(async () => sum(await read(), 'founderlist_event_sync_last_success_timestamp_seconds'), pollOptions)
    .toBeGreaterThan(0)

  expect(await promtool(['check', 'metrics'], await read())).toBe('')
  expect((await fetch(`${base}/metrics`)).status).toBe(404)
  expect((await fetch(metrics, { method: 'POST' })).status).toBe(405)
  // At which it would answer if it listened on all addresses.
  await expect(fetch(`http://127.0.0.2:${METRICS_PORT}/metrics`)).rejects.toThrow('fetch failed')

  await expectDocumented(await read())
})

/** The dashboard and the alerts name only metrics that there are. */
async function expectDocumented(text: string): Promise<void> {
  const alerts = await readFile(join(operations, 'prometheus-alerts.yml'), 'utf8')
  const dashboard = await readFile(join(operations, 'grafana.json'), 'utf8')
  const expressions = [...dashboard.matchAll(/"expr": "(.*)"/g)].map(([, expression = '']) => expression)
  const isMetric = /\b(?:founderlist|nodejs|process)_[a-z0-9_]+/g
  const named = [alerts, ...expressions].flatMap((part) => part.match(isMetric) ?? [])
  const there = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name, type]) => toSeries(name, type)),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !there.has(name))).toEqual([])
  expect(await promtool(['check', 'rules', join(operations, 'prometheus-alerts.yml')])).toContain(
    '12 rules found',
  )
}

function toSeries(name = '', type = ''): string[] {
  return type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => name + end) : [name]
}

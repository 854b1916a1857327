import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import pTimeout from 'p-timeout'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { countConnections, type Database } from './database/open.ts'
import type { Replica } from './database/replica.ts'
import { countQueues } from './moderation/desk/queries.ts'
import {
  answerSought,
  heavyRead,
  postJudged,
  publishEnded,
  recordsCompared,
  recordSynced,
  requestAnswered,
} from './runtime/observe.ts'
import { errorReason, OperatorError } from './runtime/operator.ts'
import type { Problems } from './runtime/problems.ts'

type Dependencies = {
  sql: Database
  replica?: Pick<Replica, 'lag'> | undefined
  problems: Pick<Problems, 'list'>
  readLastBackup: () => Promise<{ madeAt: string } | undefined>
  /** How much waits, by queue. */
  queues: Record<string, () => number>
}

/** promtool refuses them: gauges that are named like counters. */
const misnamed = ['handles', 'requests', 'resources'].map((name) => `nodejs_active_${name}_total`)

/** Clients choose the method; other ones share a label, so that the number of series stays small. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Serves `/metrics` in Prometheus' text format, on loopback only. Throws OperatorError. */
export async function serveMetrics(dependencies: Dependencies, port: number) {
  await using opened = new AsyncDisposableStack()
  const registry = opened.use(createMetrics(dependencies))
  const server = createServer(async ({ url, method }, response) => {
    if (url !== '/metrics') return void response.writeHead(404).end()
    if (method !== 'GET') return void response.writeHead(405, { Allow: 'GET' }).end()
    const body = await registry.write().catch(errorReason)
    response.writeHead(200, { 'Content-Type': registry.contentType }).end(body)
  })
  const listening = once(server, 'listening')
  server.listen(port, '127.0.0.1')
  await listening.catch((error: unknown) => {
    throw new OperatorError(`METRICS_PORT cannot be used: ${errorReason(error)}`)
  })
  opened.defer(() => {
    server.close()
    server.closeAllConnections()
  })
  const toStop = opened.move()
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => toStop.disposeAsync(),
  }
}

function createMetrics(dependencies: Dependencies) {
  const registry = new Registry()
  const registers = [registry]
  using opened = new DisposableStack()
  collectDefaultMetrics({ register: registry })
  for (const name of misnamed) registry.removeSingleMetric(name)

  const requests = new Histogram({
    name: 'founderlist_http_request_duration_seconds',
    help: 'Seconds from the request to its answer, by method, template of the route and class of the status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  opened.use(
    requestAnswered.read(({ method, route, status, seconds }) => {
      const known = methods.includes(method) ? method : 'other'
      requests.observe({ method: known, route, status: `${Math.trunc(status / 100)}xx` }, seconds)
    }),
  )

  /** Begins at 0 for each value of its label. */
  const count = <Label extends string>(name: string, help: string, label: Label, values: string[]) => {
    const counter = new Counter({ name: `founderlist_${name}_total`, help, labelNames: [label], registers })
    for (const value of values) counter.labels(value).inc(0)
    return counter
  }
  const lookupsHelp = 'Lookups in the cache of answers, by result.'
  const lookups = count('answer_cache_lookups', lookupsHelp, 'result', ['hit', 'miss'])
  opened.use(answerSought.read((labels) => lookups.inc(labels)))

  const postsHelp = 'Posts, by outcome: shown, held for a review, refused as spam, or over a limit.'
  const posts = count('posts', postsHelp, 'outcome', ['shown', 'held', 'refused', 'limited'])
  opened.use(postJudged.read((labels) => posts.inc(labels)))

  const heavyReadsHelp = 'Searches and counts, with a replica, by the server that did them.'
  const heavyReads = count('heavy_reads', heavyReadsHelp, 'server', ['replica', 'database'])
  opened.use(heavyRead.read((labels) => heavyReads.inc(labels)))

  const publishes = new Histogram({
    name: 'founderlist_publish_duration_seconds',
    help: 'Seconds that a publish of changed content took, by outcome.',
    labelNames: ['outcome'],
    buckets: [0.1, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  })
  opened.use(publishEnded.read(({ state, seconds }) => publishes.observe({ outcome: state }, seconds)))

  const lag = new Histogram({
    name: 'founderlist_event_sync_lag_seconds',
    help: 'Seconds from the publication of an event or venue until its webhook was applied.',
    buckets: [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3_600],
    registers,
  })
  const secondsSince = (instant: string) => Math.max(0, Date.now() - Date.parse(instant)) / 1_000
  opened.use(recordSynced.read(({ updatedAt }) => lag.observe(secondsSince(updatedAt))))
  const compared = new Gauge({
    name: 'founderlist_event_sync_last_success_timestamp_seconds',
    help: 'When this process last compared the calendar with the content.',
    registers,
  })
  opened.use(recordsCompared.read(() => compared.setToCurrentTime()))

  const refresh = createReadings(dependencies, registry)
  const toClose = opened.move()
  return {
    contentType: registry.contentType,
    write: () => refresh().then(() => registry.metrics()),
    [Symbol.dispose]: () => toClose.dispose(),
  }
}

/** Gauges of what is read when somebody asks. */
function createReadings(
  { sql, replica, problems, readLastBackup, queues }: Dependencies,
  registry: Registry,
) {
  const create = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `founderlist_${name}`, help, labelNames, registers: [registry] })
  const length = create('queue_length', 'What waits or runs, by queue.', 'queue')
  const up = create('database_up', 'Whether the database answers.')
  const connections = create(
    'database_connections',
    'Connections of all processes of the site, by state.',
    'state',
  )
  const maximum = create('database_pool_max_connections', 'Largest number of connections of this process.')
  maximum.set(sql.options.max)
  const lag = create(
    'replica_lag_bytes',
    'Bytes of the log that the replica has not applied; -1 while it is away, or if there is none.',
  )
  const problem = create('problem', 'Problems that /api/health lists, by name.', 'name')
  const backup = create(
    'last_proven_backup_timestamp_seconds',
    'When the last backup that was restored and compared was made; 0 if there is none.',
  )

  async function readDatabase(): Promise<void> {
    const asked = [countConnections(sql), countQueues(sql)] as const
    const [states, { waiting, reported, events }] = await Promise.all(asked)
    connections.reset()
    for (const { state, count } of states) connections.set({ state }, count)
    length.set({ queue: 'reviews' }, waiting)
    length.set({ queue: 'reports' }, reported + events)
  }

  return async () => {
    for (const [queue, count] of Object.entries(queues)) length.set({ queue }, count())
    lag.set(replica?.lag() ?? -1)
    problem.reset()
    for (const { name } of problems.list()) problem.set({ name }, 1)
    backup.set(Date.parse((await readLastBackup())?.madeAt ?? new Date(0).toISOString()) / 1_000)
    const reading = pTimeout(readDatabase(), { milliseconds: 2_000 }).then(() => 1)
    up.set(await reading.catch(() => 0))
  }
}

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isValidSignature } from '@sanity/webhook'
import { expect, it, onTestFinished, vi } from 'vitest'
import { expectSoon, makeFolder, startLake } from '../test-support/start-lake.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/types.ts'
import { type Behaviour, type Received, startReceiver } from '../test-support/receiver.ts'
import { hostedTiming } from './deliver.ts'
import { startWebhooks, type Webhook } from './webhooks.ts'

vi.mock('node:timers/promises', { spy: true })

const secret = 'a secret that both know'
// Long timeouts: sender and receiver share a thread, and a stall would cause extra attempts.
const fast = { firstPauseMs: 5, maxPauseMs: 20, giveUpAfterMs: 30_000, timeoutMs: 600_000 }

type Options = {
  hook?: Partial<Webhook>
  behaviours?: Parameters<typeof startReceiver>[0]
  timing?: Partial<typeof hostedTiming>
  folder?: string
}

/** A real store with one webhook to a real server. */
async function start({ hook, behaviours, timing, folder }: Options = {}) {
  const receiver = await startReceiver(behaviours)
  const store = openStore(folder ?? (await makeFolder()))
  const hooks: Webhook[] = [{ id: 'site', url: receiver.url, secret, ...hook }]
  const reports = captureLog()
  const webhooks = startWebhooks(store, hooks, {
    projectId: 'local',
    dataset: 'production',
    timing: { ...fast, ...timing },
  })
  const stop = async () => {
    await webhooks.stop()
    store.close()
  }
  onTestFinished(() => stop().catch(() => {}))
  const write = (...mutations: unknown[]) => store.transact({ mutations, identity: 'local-editor' })
  const countAttempted = () => countDeliveries(store, 'WHERE attempts > 0')
  const isIdle = () => countDeliveries(store) === 0
  return { ...receiver, store, write, stop, reports, countAttempted, isIdle }
}

/** The lines that are logged during the test. */
function captureLog(): string[] {
  const lines: string[] = []
  const write = vi
    .spyOn(process.stderr, 'write')
    .mockImplementation((line) => lines.push(String(line).trimEnd()) > 0)
  onTestFinished(() => write.mockRestore())
  return lines
}

/** Number of pending deliveries. `where`: a WHERE clause. */
function countDeliveries({ database }: Store, where = ''): number {
  return Number(
    database.prepare(`SELECT count(*) AS count FROM webhook_deliveries ${where}`).get()?.['count'],
  )
}

const post = (title: string, _id = 'post') => ({ createOrReplace: { _id, _type: 'post', title } })

it('sends at once, without a timer', async () => {
  const { received, write } = await start()
  vi.mocked(sleep).mockClear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'setImmediate'] })
  onTestFinished(() => void vi.useRealTimers())
  for (const [index, title] of ['one', 'two', 'three'].entries()) {
    write(post(title))
    await expectSoon(() => received.length).toBe(index + 1)
  }
  expect(sleep).not.toHaveBeenCalled()
})

it('sends the headers, body and signature of the hosted service', async () => {
  const { received, write } = await start()
  const { id, timestamp } = write(post('Hello'))
  await expectSoon(() => received.length).toBe(1)
  const { headers, body } = received[0]!
  expect(headers).toMatchObject({
    'accept-encoding': 'gzip',
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
    'content-type': 'application/json',
    'idempotency-key': expect.stringMatching(/^[\w-]{10,}$/),
    'sanity-dataset': 'production',
    'sanity-document-id': 'post',
    'sanity-operation': 'create',
    'sanity-project-id': 'local',
    'sanity-transaction-id': id,
    'sanity-transaction-time': timestamp,
    'sanity-webhook-id': 'site',
    'user-agent': 'Sanity.io webhook delivery',
  })
  const signature = String(headers['sanity-webhook-signature'])
  expect(await isValidSignature(body, signature, secret)).toBe(true)
  expect(await isValidSignature(body, signature, 'another secret')).toBe(false)
  expect(await isValidSignature(`${body} `, signature, secret)).toBe(false)
  expect(JSON.parse(body)).toEqual({
    _id: 'post',
    _type: 'post',
    _rev: id,
    _createdAt: timestamp,
    _updatedAt: timestamp,
    title: 'Hello',
  })
})

it('sends no signature without a secret', async () => {
  const { received, write } = await start({ hook: { secret: undefined } })
  write(post('Hello'))
  await expectSoon(() => received.length).toBe(1)
  expect(received[0]?.headers).not.toHaveProperty('sanity-webhook-signature')
})

/** What was delivered of a document: operation and title. */
function toldOf(received: readonly Received[], id: string) {
  return received
    .filter(({ headers }) => headers['sanity-document-id'] === id)
    .map(({ headers, body }) => [headers['sanity-operation'], JSON.parse(body).title])
}

/** Holds back the receiver's answers until `release`, which releases all of them by default. */
function holdAnswers() {
  const held: (() => void)[] = []
  return {
    held,
    decide: () => new Promise<Behaviour>((resolve) => held.push(() => resolve(200))),
    release: (count = Infinity) => held.splice(0, count).forEach((answer) => answer()),
  }
}

it('delivers the changes of one document in order', async () => {
  const { received, write } = await start()
  write(post('one'), post('other', 'other'))
  write(post('two'))
  write({ delete: { id: 'post' } })
  await expectSoon(() => received.length).toBe(4)
  expect(toldOf(received, 'post')).toEqual([
    ['create', 'one'],
    ['update', 'two'],
    ['delete', 'two'],
  ])
  expect(toldOf(received, 'other')).toEqual([['create', 'other']])
  expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(4)
})

it('delivers six documents concurrently, and the changes of each document one after the other', async () => {
  const { held, decide, release } = holdAnswers()
  const { received, ids, write, isIdle } = await start({ behaviours: decide })
  const posts = Array.from({ length: 12 }, (_, index) => post('one', `post-${index}`))
  write(...posts)
  for (const { createOrReplace } of posts) write({ delete: { id: createOrReplace._id } })
  for (let round = 1; round <= 4; round += 1) {
    await expectSoon(() => held.length).toBe(6)
    expect(received).toHaveLength(6 * round)
    expect(new Set(ids().slice(-6)).size).toBe(6)
    release()
  }
  await expectSoon(isIdle).toBe(true)
  for (const id of new Set(ids()))
    expect(toldOf(received, String(id)).map(([operation]) => operation)).toEqual(['create', 'delete'])
})

it('merges the pending updates of a document', async () => {
  const { held, decide, release } = holdAnswers()
  const hook = { projection: '{title, "was": before().title, _rev}' }
  const { received, write, isIdle } = await start({ behaviours: decide, hook })
  write(post('one'))
  await expectSoon(() => held.length).toBe(1)
  write(post('two'))
  write(post('three'))
  const { id } = write(post('four'))
  release()
  await expectSoon(() => held.length).toBe(1)
  release()
  await expectSoon(isIdle).toBe(true)
  expect(received.map(({ body }) => JSON.parse(body))).toEqual([
    { title: 'one', was: null, _rev: expect.any(String) },
    { title: 'four', was: 'one', _rev: id },
  ])
  expect(received[1]?.headers['sanity-transaction-id']).toBe(id)
})

it('merges no delete, and no updates across a delete', async () => {
  const { held, decide, release } = holdAnswers()
  const { received, write, isIdle } = await start({ behaviours: decide })
  write(post('one'))
  await expectSoon(() => held.length).toBe(1)
  write(post('two'))
  write(post('three'))
  write({ delete: { id: 'post' } })
  write(post('four'))
  write(post('five'))
  while (!isIdle()) {
    release()
    await expectSoon(() => held.length > 0 || isIdle()).toBe(true)
  }
  expect(toldOf(received, 'post')).toEqual([
    ['create', 'one'],
    ['update', 'three'],
    ['delete', 'three'],
    ['create', 'five'],
  ])
})

it('retries a failing document at once when it changes, even if the filter excludes the change', async () => {
  const timing = { firstPauseMs: 600_000, maxPauseMs: 600_000 }
  const hook = { filter: 'delta::changedAny(title)' }
  const { received, write, isIdle } = await start({ behaviours: [500, 500, 200], timing, hook })
  write(post('one'))
  await expectSoon(() => received.length).toBe(1)
  write(post('two'))
  await expectSoon(() => received.length).toBe(2)
  // The receiver may have stored the title although it answered 500.
  write({ patch: { id: 'post', set: { other: 1 } } })
  await expectSoon(isIdle).toBe(true)
  expect(toldOf(received, 'post')).toEqual([
    ['create', 'one'],
    ['create', 'two'],
    ['create', 'two'],
  ])
  expect(JSON.parse(received[2]!.body).other).toBe(1)
})

it('retries a document at once that changes during its failing attempt', async () => {
  const timing = { firstPauseMs: 600_000, maxPauseMs: 600_000 }
  const first = Promise.withResolvers<Behaviour>()
  const behaviours = vi.fn<() => Behaviour | Promise<Behaviour>>(() => 200).mockReturnValueOnce(first.promise)
  const { received, write, isIdle } = await start({ behaviours, timing })
  write(post('one'))
  await expectSoon(() => received.length).toBe(1)
  write(post('two'))
  first.resolve(500)
  await expectSoon(isIdle).toBe(true)
  expect(toldOf(received, 'post')).toEqual([
    ['create', 'one'],
    ['create', 'two'],
  ])
})

it('delivers other documents while one fails', async () => {
  const decide = ({ headers }: Received) => (headers['sanity-document-id'] === 'bad' ? 500 : 200)
  const { received, ids, write, store } = await start({ behaviours: decide })
  write(post('bad', 'bad'))
  const good = Array.from({ length: 20 }, (_, index) => `good-${index}`)
  for (const id of good) write(post('one', id))
  for (const id of good) await expectSoon(ids).toContain(id)
  const attempts = () => ids().filter((id) => id === 'bad').length
  const before = attempts()
  await expectSoon(attempts).toBeGreaterThan(before)
  expect(new Set(toldOf(received, 'bad').map(String)).size).toBe(1)
  await expectSoon(() => countDeliveries(store)).toBe(1)
})

it('delivers a single publish before an import, and the newest change before older single ones', async () => {
  const { held, decide, release } = holdAnswers()
  const { ids, write, isIdle } = await start({ behaviours: decide })
  const next = async () => {
    const before = ids().length
    release(1)
    await expectSoon(() => ids().length).toBe(before + 1)
    return ids().at(-1)
  }
  write(...Array.from({ length: 50 }, (_, index) => post('imported', `event-${index}`)))
  await expectSoon(() => held.length).toBe(6)
  write(post('published', 'event-40'))
  write(...Array.from({ length: 50 }, (_, index) => post('imported', `event-${index + 50}`)))
  expect(await next()).toBe('event-40')
  for (let index = 0; index < 50; index += 1) write(post('written', `single-${index}`))
  write({ createOrReplace: { _id: 'page', _type: 'page' } })
  expect(await next()).toBe('page')
  while (!isIdle()) {
    release()
    await expectSoon(() => held.length > 0 || isIdle()).toBe(true)
  }
})

it('stops sending after a hundred documents have failed, and resumes once the receiver answers', async () => {
  let status = 500
  const timing = { firstPauseMs: 600_000, maxPauseMs: 600_000 }
  const { ids, write, store, countAttempted } = await start({ behaviours: () => status, timing })
  write(...Array.from({ length: 200 }, (_, index) => post('imported', `event-${index}`)))
  await expectSoon(countAttempted).toBeGreaterThanOrEqual(100)
  await expectSoon(() => ids().length - countAttempted()).toBe(0)
  const failed = ids().length
  expect(failed).toBeLessThanOrEqual(106)
  status = 200
  for (const id of ids().slice(0, 10)) write(post('mended', String(id)))
  await expectSoon(() => countDeliveries(store)).toBe(failed - 10)
})

it('skips drafts and versions', async () => {
  const { ids, write, isIdle } = await start()
  write(post('draft', 'drafts.post'), post('version', 'versions.summer.post'))
  write(post('shown', 'post'), { delete: { id: 'drafts.post' } })
  await expectSoon(isIdle).toBe(true)
  expect(ids()).toEqual(['post'])
})

it('filters and projects with GROQ, including before() and delta::', async () => {
  const { received, write } = await start({
    hook: {
      filter:
        '_type == "post" && delta::operation() != "create" && (delta::operation() == "delete" || delta::changedAny(title))',
      projection: '{_id, title, "was": before().title, "operation": delta::operation()}',
    },
  })
  write(post('one'))
  write({ patch: { id: 'post', set: { other: 1 } } })
  write({ patch: { id: 'post', set: { title: 'two' } } })
  write({ createOrReplace: { _id: 'page', _type: 'page', title: 'x' } })
  write({ delete: { id: 'post' } })
  await expectSoon(() => received.length).toBe(2)
  expect(received.map(({ body }) => JSON.parse(body))).toEqual([
    { _id: 'post', title: 'two', was: 'one', operation: 'update' },
    { _id: 'post', title: 'two', was: 'two', operation: 'delete' },
  ])
})

it.each([
  ['500', 500],
  ['503', 503],
  ['429', 429],
  ['a broken connection', 'cut'],
] as const)('retries after %s, and keeps the order of the document', async (_what, behaviour) => {
  const { received, write, reports, isIdle } = await start({ behaviours: [behaviour, behaviour] })
  write(post('one'))
  write({ delete: { id: 'post' } })
  await expectSoon(isIdle).toBe(true)
  const operations = toldOf(received, 'post').map(([operation]) => operation)
  expect(operations).toEqual(['create', 'create', 'create', 'delete'])
  expect(new Set(received.slice(0, 3).map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  expect(new Set(received.slice(0, 3).map(({ body }) => body)).size).toBe(1)
  expect(reports).toEqual([])
})

it('retries after a timeout, and keeps the order of the document', async () => {
  const { received, write, reports, isIdle } = await start({
    behaviours: ['hang', 'hang'],
    timing: { timeoutMs: 200 },
  })
  write(post('one'))
  write({ delete: { id: 'post' } })
  await expectSoon(isIdle).toBe(true)
  // A slow machine may take more attempts.
  const operations = toldOf(received, 'post').map(([operation]) => operation)
  expect(operations.filter((name, index) => name !== operations[index - 1])).toEqual(['create', 'delete'])
  const creates = received.filter(({ headers }) => headers['sanity-operation'] === 'create')
  expect(creates.length).toBeGreaterThan(2)
  expect(new Set(creates.map(({ headers, body }) => `${headers['idempotency-key']} ${body}`)).size).toBe(1)
  expect(reports).toEqual([])
})

it.each([400, 401, 404, 410, 301])(
  'gives up at once after %i, and continues with the next delivery',
  async (status) => {
    const { received, write, reports, isIdle } = await start({ behaviours: [status] })
    write(post('one'))
    write({ delete: { id: 'post' } })
    await expectSoon(isIdle).toBe(true)
    expect(toldOf(received, 'post').map(([operation]) => operation)).toEqual(['create', 'delete'])
    expect(reports).toEqual([`The webhook site gave up post: status ${status}`])
  },
)

it('gives up after the maximum time since the first attempt', async () => {
  const { received, write, reports, isIdle } = await start({
    behaviours: Array.from({ length: 1_000 }, () => 500),
    timing: { giveUpAfterMs: 500 },
  })
  write(post('one'))
  await expectSoon(isIdle).toBe(true)
  expect(reports).toEqual(['The webhook site gave up post: status 500'])
  const [first, last] = [received[0]!, received.at(-1)!]
  expect(received.length).toBeGreaterThan(2)
  expect(last.at - first.at).toBeGreaterThan(400)
})

it('doubles the pause before each retry, up to the longest one', async () => {
  const { received, write } = await start({
    behaviours: [500, 500, 500, 500],
    timing: { firstPauseMs: 40, maxPauseMs: 200 },
  })
  write(post('one'))
  await expectSoon(() => received.length).toBe(5)
  const pauses = received.slice(1).map(({ at }, index) => at - received[index]!.at)
  const least = [40, 80, 160, 200]
  for (const [index, pause] of pauses.entries()) expect(pause).toBeGreaterThanOrEqual(least[index]! - 5)
})

it('retries for 30 minutes with a timeout of 30 seconds, as the hosted service documents', () => {
  expect(hostedTiming).toMatchObject({ giveUpAfterMs: 1_800_000, timeoutMs: 30_000 })
})

it('does not delay one webhook because another hangs', async () => {
  const [dead, alive] = [await startReceiver(() => 'hang'), await startReceiver()]
  const store = openStore(await makeFolder())
  const hook = (id: string, url: string): Webhook => ({ id, url })
  const hooks = [hook('dead', dead.url), hook('alive', alive.url)]
  const options = {
    projectId: 'local',
    dataset: 'production',
    timing: { ...fast, timeoutMs: 600_000 },
  }
  const webhooks = startWebhooks(store, hooks, options)
  onTestFinished(async () => {
    await webhooks.stop()
    store.close()
  })
  const ids = Array.from({ length: 10 }, (_, index) => `post-${index}`)
  for (const id of ids)
    store.transact({ mutations: [{ create: { _id: id, _type: 'post' } }], identity: 'local-editor' })
  await expectSoon(() => alive.ids().toSorted()).toEqual(ids)
  await expectSoon(() => dead.ids().length).toBe(6)
})

it('stops during a delivery without waiting for the answer, and repeats it at the next start', async () => {
  const folder = await makeFolder()
  const first = await start({ folder, behaviours: ['hang'], timing: { timeoutMs: 600_000 } })
  first.write(post('one'))
  first.write({ delete: { id: 'post' } })
  await expectSoon(() => first.received.length).toBe(1)
  await first.stop()
  const second = await start({ folder })
  await expectSoon(() => toldOf(second.received, 'post').map(([operation]) => operation)).toEqual([
    'create',
    'delete',
  ])
  expect(second.received[0]?.headers['idempotency-key']).toBe(first.received[0]?.headers['idempotency-key'])
})

it('stops during the pause before a retry', async () => {
  const { received, write, countAttempted, stop } = await start({
    behaviours: [500],
    timing: { firstPauseMs: 600_000, maxPauseMs: 600_000 },
  })
  write(post('one'))
  await expectSoon(countAttempted).toBe(1)
  await stop()
  expect(received).toHaveLength(1)
})

it('deletes pending deliveries of removed webhooks, but keeps them without webhook settings', async () => {
  const folder = await makeFolder()
  const first = await start({ folder, behaviours: ['hang'], timing: { timeoutMs: 600_000 } })
  first.write(post('one', 'one'))
  await first.stop()
  const settings = join(folder, 'webhooks.json')
  await writeFile(settings, JSON.stringify([{ id: 'other', url: first.url }]))
  const countWaiting = async (variables: Record<string, string>) => {
    await (await startLake({ LAKE_FOLDER: folder, ...variables })).stop()
    const store = openStore(folder)
    const waiting = countDeliveries(store)
    store.close()
    return waiting
  }
  expect(await countWaiting({})).toBe(1)
  expect(await countWaiting({ LAKE_WEBHOOKS: settings })).toBe(0)
})

it('continues once a full disk has space again', async () => {
  const { ids, store, write, reports, isIdle } = await start()
  // The trigger makes deleting a delivery fail as on a full disk.
  store.database.exec(`CREATE TEMP TRIGGER full BEFORE DELETE ON webhook_deliveries
    BEGIN SELECT raise(FAIL, 'database or disk is full'); END`)
  write(post('one', 'one'))
  await expectSoon(() => reports.length).toBeGreaterThan(1)
  store.database.exec('DROP TRIGGER full')
  await expectSoon(isIdle).toBe(true)
  expect(ids().at(-1)).toBe('one')
})

it('adds no delivery for a transaction that is rolled back', async () => {
  const { store, write, isIdle } = await start()
  store.beforeCommit(() => {
    throw new Error('the disk is full')
  })
  expect(() => write(post('one'))).toThrow('the disk is full')
  expect(isIdle()).toBe(true)
  expect(store.get('post')).toBeUndefined()
})

it('gives up a change on which the GROQ fails, with the reason', async () => {
  const { write, reports, isIdle } = await start({ hook: { filter: 'text::query("x")' } })
  write(post('one'))
  await expectSoon(isIdle).toBe(true)
  expect(reports).toEqual([expect.stringMatching(/gave up post: filter or projection: /)])
})

it('sends create, update and delete for publishing, republishing and unpublishing in the Studio', async () => {
  const { url, received } = await startReceiver()
  const folder = await makeFolder()
  const settings = join(folder, 'webhooks.json')
  await writeFile(settings, JSON.stringify([{ id: 'site', url, secret }]))
  const { client } = await startLake({ LAKE_FOLDER: folder, LAKE_WEBHOOKS: settings })
  const ids = { publishedId: 'post', draftId: 'drafts.post' }
  const publish = { actionType: 'sanity.action.document.publish', ...ids } as const
  await client.create({ _id: 'drafts.post', _type: 'post', title: 'one' })
  await client.action(publish)
  const patch = { set: { title: 'two' } }
  await client.action({ actionType: 'sanity.action.document.edit', ...ids, patch })
  await client.action(publish)
  await client.action({ actionType: 'sanity.action.document.unpublish', ...ids })
  await expectSoon(() => received.length).toBe(3)
  const told = received.map(({ headers, body }) => [
    headers['sanity-operation'],
    JSON.parse(body)._id,
    JSON.parse(body).title,
  ])
  expect(told).toEqual([
    ['create', 'post', 'one'],
    ['update', 'post', 'two'],
    ['delete', 'post', 'two'],
  ])
})

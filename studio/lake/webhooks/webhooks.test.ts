import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isValidSignature } from '@sanity/webhook'
import { expect, it, onTestFinished, vi } from 'vitest'
import { expectSoon } from '../test-support/expect-soon.ts'
import { openStore } from '../store/open-store.ts'
import { openOutbox } from './outbox.ts'
import { makeFolder, startLake } from '../test-support/start-lake.ts'
import { type Behaviour, startReceiver } from '../test-support/receiver.ts'
import { hostedPace } from './deliver.ts'
import type { Webhook } from './settings.ts'
import { startWebhooks } from './webhooks.ts'

vi.mock('node:timers/promises', { spy: true })

const secret = 'a secret that both know'
// No deadline that counts: sender and receiver share a thread, and one that stalls would make attempts of its own.
const fast = { firstPauseMs: 5, longestPauseMs: 20, giveUpAfterMs: 30_000, timeoutMs: 600_000 }

type Options = {
  hook?: Partial<Webhook>
  behaviours?: Behaviour[]
  pace?: Partial<typeof hostedPace>
  folder?: string
}

/** A real store with one webhook to a real server. */
async function start({ hook, behaviours, pace, folder }: Options = {}) {
  const receiver = await startReceiver(behaviours)
  const store = openStore(folder ?? (await makeFolder()))
  const on: Webhook['on'] = ['create', 'update', 'delete']
  const hooks: Webhook[] = [{ id: 'site', url: receiver.url, secret, on, includeDrafts: false, ...hook }]
  const faults: unknown[] = []
  const webhooks = startWebhooks(store, hooks, {
    projectId: 'local',
    dataset: 'production',
    pace: { ...fast, ...pace },
    report: (error) => faults.push(error),
  })
  const stop = async () => {
    await webhooks.stop()
    store.close()
  }
  onTestFinished(() => stop().catch(() => {}))
  const write = (...mutations: unknown[]) => store.transact({ mutations, identity: 'local-editor' })
  const outcomes = () => webhooks.parts.log.list('site').map(({ status, outcome }) => [status, outcome])
  const isIdle = () => webhooks.parts.outbox.count('site') === 0
  return { ...receiver, store, webhooks, write, stop, faults, outcomes, isIdle }
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

it('sends what the hosted service sends, signed', async () => {
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

it('tells one change of one document at a time, in their order', async () => {
  const { received, write } = await start()
  write(post('one'), post('other', 'other'))
  write(post('two'))
  write({ delete: { id: 'post' } })
  await expectSoon(() => received.length).toBe(4)
  const told = received.map(({ headers, body }) => [
    headers['sanity-document-id'],
    headers['sanity-operation'],
    JSON.parse(body).title,
  ])
  expect(told).toEqual([
    ['post', 'create', 'one'],
    ['other', 'create', 'other'],
    ['post', 'update', 'two'],
    ['post', 'delete', 'two'],
  ])
  expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(4)
})

it('passes drafts and versions over, unless it is told to send them', async () => {
  const { ids, write } = await start()
  write(post('draft', 'drafts.post'), post('version', 'versions.summer.post'))
  write(post('shown', 'post'), { delete: { id: 'drafts.post' } })
  write(post('last', 'last'))
  await expectSoon(ids).toEqual(['post', 'last'])

  const curious = await start({ hook: { includeDrafts: true } })
  curious.write(post('draft', 'drafts.post'))
  await expectSoon(curious.ids).toEqual(['drafts.post'])
})

it('filters and projects in GROQ that knows before and after', async () => {
  const { received, write } = await start({
    hook: {
      on: ['update', 'delete'],
      filter: '_type == "post" && (delta::operation() == "delete" || delta::changedAny(title))',
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
] as const)('tries again after %s, and keeps the order meanwhile', async (_what, behaviour) => {
  const { received, ids, write, outcomes, isIdle } = await start({ behaviours: [behaviour, behaviour] })
  write(post('one', 'one'))
  write(post('two', 'two'))
  await expectSoon(ids).toEqual(['one', 'one', 'one', 'two'])
  await expectSoon(isIdle).toBe(true)
  expect(new Set(received.slice(0, 3).map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  expect(new Set(received.slice(0, 3).map(({ body }) => body)).size).toBe(1)
  const status = typeof behaviour === 'number' ? behaviour : null
  expect(outcomes()).toEqual([
    [200, 'delivered'],
    [200, 'delivered'],
    [status, 'retried'],
    [status, 'retried'],
  ])
})

it('tries again after no answer within the deadline, and keeps the order meanwhile', async () => {
  const { received, ids, write, outcomes, isIdle } = await start({
    behaviours: ['hang', 'hang'],
    pace: { timeoutMs: 200 },
  })
  write(post('one', 'one'))
  write(post('two', 'two'))
  await expectSoon(isIdle).toBe(true)
  // How many times is the machine's to say: an attempt that it holds up is one more.
  expect(ids().filter((id, index, all) => id !== all[index - 1])).toEqual(['one', 'two'])
  const ones = received.filter(({ headers }) => headers['sanity-document-id'] === 'one')
  expect(ones.length).toBeGreaterThan(2)
  expect(new Set(ones.map(({ headers, body }) => `${headers['idempotency-key']} ${body}`)).size).toBe(1)
  const [delivered, retried] = [[200, 'delivered'] as const, [null, 'retried'] as const]
  expect(outcomes().filter(([status]) => status !== null)).toEqual([delivered, delivered])
  expect(outcomes().slice(-2)).toEqual([retried, retried])
})

it.each([400, 401, 404, 410, 301])('gives up at once after %i, and goes on with the next', async (status) => {
  const { ids, write, outcomes, isIdle } = await start({ behaviours: [status] })
  write(post('one', 'one'))
  write(post('two', 'two'))
  await expectSoon(isIdle).toBe(true)
  expect(ids()).toEqual(['one', 'two'])
  expect(outcomes()).toEqual([
    [200, 'delivered'],
    [status, 'given up'],
  ])
})

it('gives up when the time for attempts is over, counted from the first', async () => {
  const { write, webhooks, isIdle } = await start({
    behaviours: Array.from({ length: 1_000 }, () => 500),
    pace: { giveUpAfterMs: 500 },
  })
  write(post('one'))
  await expectSoon(isIdle).toBe(true)
  const attempts = webhooks.parts.log.list('site').toReversed()
  const [first, last] = [attempts[0]!, attempts.at(-1)!]
  expect(last.outcome).toBe('given up')
  expect(last.at + last.duration - first.at).toBeGreaterThanOrEqual(500)
  for (const { at, outcome } of attempts.slice(0, -1)) {
    expect(outcome).toBe('retried')
    expect(at - first.at).toBeLessThan(500)
  }
})

it('waits twice as long each time', async () => {
  const { received, write } = await start({
    behaviours: [500, 500, 500, 500],
    pace: { firstPauseMs: 40, longestPauseMs: 200 },
  })
  write(post('one'))
  await expectSoon(() => received.length).toBe(5)
  const pauses = received.slice(1).map(({ at }, index) => at - received[index]!.at)
  const least = [40, 80, 160, 200]
  for (const [index, pause] of pauses.entries()) expect(pause).toBeGreaterThanOrEqual(least[index]! - 5)
})

it('keeps to half an hour and to thirty seconds for an answer, as the hosted service documents', () => {
  expect(hostedPace).toMatchObject({ giveUpAfterMs: 1_800_000, timeoutMs: 30_000 })
})

it('does not hold up one webhook by another', async () => {
  const [dead, alive] = [await startReceiver(['hang', 'hang', 'hang']), await startReceiver()]
  const store = openStore(await makeFolder())
  const hook = (id: string, url: string): Webhook => ({ id, url, on: ['create'], includeDrafts: false })
  const hooks = [hook('dead', dead.url), hook('alive', alive.url)]
  const options = {
    projectId: 'local',
    dataset: 'production',
    report: () => {},
    pace: { ...fast, timeoutMs: 600_000 },
  }
  const webhooks = startWebhooks(store, hooks, options)
  onTestFinished(async () => {
    await webhooks.stop()
    store.close()
  })
  for (const id of ['one', 'two', 'three'])
    store.transact({ mutations: [{ create: { _id: id, _type: 'post' } }], identity: 'local-editor' })
  await expectSoon(alive.ids).toEqual(['one', 'two', 'three'])
  expect(dead.ids()).toEqual(['one'])
})

it('stops in the middle of a delivery without waiting for its answer, and delivers it at the next start', async () => {
  const folder = await makeFolder()
  const first = await start({ folder, behaviours: ['hang'], pace: { timeoutMs: 600_000 } })
  first.write(post('one', 'one'))
  first.write(post('two', 'two'))
  await expectSoon(first.ids).toEqual(['one'])
  await first.stop()
  const second = await start({ folder })
  await expectSoon(second.ids).toEqual(['one', 'two'])
  expect(second.received[0]?.headers['idempotency-key']).toBe(first.received[0]?.headers['idempotency-key'])
})

it('stops in the middle of the pause before the next attempt', async () => {
  const { received, write, outcomes, stop } = await start({
    behaviours: [500],
    pace: { firstPauseMs: 600_000, longestPauseMs: 600_000 },
  })
  write(post('one'))
  await expectSoon(outcomes).toEqual([[500, 'retried']])
  await stop()
  expect(received).toHaveLength(1)
})

it('forgets what waits for a webhook that is not set any more, and keeps it where no settings are read', async () => {
  const folder = await makeFolder()
  const first = await start({ folder, behaviours: ['hang'], pace: { timeoutMs: 600_000 } })
  first.write(post('one', 'one'))
  await first.stop()
  const settings = join(folder, 'webhooks.json')
  await writeFile(settings, JSON.stringify([{ id: 'other', url: first.url }]))
  const countWaiting = async (variables: Record<string, string>) => {
    await (await startLake({ LAKE_FOLDER: folder, ...variables })).stop()
    const store = openStore(folder)
    const count = openOutbox(store.database).count('site')
    store.close()
    return count
  }
  expect(await countWaiting({})).toBe(1)
  expect(await countWaiting({ LAKE_WEBHOOKS: settings })).toBe(0)
})

it('goes on by itself once a disk that was full has room again', async () => {
  const { ids, store, write, faults, isIdle } = await start({ behaviours: ['cut'] })
  // The attempt is noted in the outbox, which a trigger refuses as SQLite does without room.
  store.database.exec(`CREATE TEMP TRIGGER full BEFORE UPDATE ON webhook_deliveries
    BEGIN SELECT raise(FAIL, 'database or disk is full'); END`)
  write(post('one', 'one'))
  await expectSoon(() => faults.length).toBeGreaterThan(1)
  store.database.exec('DROP TRIGGER full')
  await expectSoon(isIdle).toBe(true)
  expect(ids().at(-1)).toBe('one')
})

it('notes nothing of a transaction that is rolled back', async () => {
  const { store, write, isIdle } = await start()
  store.beforeCommit(() => {
    throw new Error('the disk is full')
  })
  expect(() => write(post('one'))).toThrow('the disk is full')
  expect(isIdle()).toBe(true)
  expect(store.get('post')).toBeUndefined()
})

it('gives a change up, with the reason, that its GROQ cannot take', async () => {
  const { write, webhooks, isIdle } = await start({ hook: { filter: 'text::query("x")' } })
  write(post('one'))
  await expectSoon(isIdle).toBe(true)
  const [attempt] = webhooks.parts.log.list('site')
  expect(attempt).toMatchObject({
    outcome: 'given up',
    failure: expect.stringMatching(/filter or projection/),
  })
})

it('tells of a publish, an edit of what is published, and an unpublish in the Studio', async () => {
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

import fc from 'fast-check'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { LakeError } from '../errors.ts'
import { toLakeError } from '../http/answers.ts'
import { findReferences } from '../mutations/references.ts'
import { makeFolder } from '../test-support/start-lake.ts'
import { openStore } from './open-store.ts'
import type { Store, Transaction } from './types.ts'

const identity = 'editor'

function write(store: Store, ...mutations: unknown[]): Transaction {
  return store.transact({ mutations, identity })
}

const id = fc.constantFrom('a', 'b', 'c', 'drafts.a', 'versions.r.a')
const value = fc.oneof(
  fc.jsonValue(),
  fc.record({ _ref: id, _weak: fc.constant(true) }),
  fc.record({ _ref: id }),
)
const document = fc.record({ _id: id, _type: fc.constantFrom('x', 'y'), value })
const mutation = fc.oneof(
  document.map((create) => ({ create })),
  document.map((createOrReplace) => ({ createOrReplace })),
  document.map((createIfNotExists) => ({ createIfNotExists })),
  id.map((one) => ({ delete: { id: one } })),
  fc.record({
    patch: fc.record({ id, set: fc.record({ value, 'deep.er': value }), unset: fc.constant(['old']) }),
  }),
  fc.constant({ patch: { query: '*[_type == "x"]', set: { old: 1 } } }),
)
const transactions = fc.array(fc.array(mutation, { minLength: 1, maxLength: 4 }), { maxLength: 12 })

it('holds the same documents in memory as a reopened file, after any mutations', async () => {
  const folder = await makeFolder()
  let count = 0
  fc.assert(
    fc.property(transactions, (list) => {
      const place = join(folder, String((count += 1)))
      const store = openStore(place)
      for (const mutations of list) attempt(() => write(store, ...mutations))
      const before = store.all().toSorted(byId)
      store.close()
      const again = openStore(place)
      expect(again.all().toSorted(byId)).toEqual(JSON.parse(JSON.stringify(before)))
      again.close()
    }),
    { numRuns: 40 },
  )
})

/** Ignores refused mutations, which random input includes. Throws any other error. */
function attempt(run: () => unknown): void {
  try {
    run()
  } catch (error) {
    if (!(error instanceof LakeError)) throw error
  }
}

function byId(one: { _id: string }, other: { _id: string }): number {
  return one._id < other._id ? -1 : 1
}

it('never leaves a strong reference to a missing document', async () => {
  const folder = await makeFolder()
  let count = 0
  fc.assert(
    fc.property(transactions, (list) => {
      const store = openStore(join(folder, String((count += 1))))
      for (const mutations of list) attempt(() => write(store, ...mutations))
      const strong = store.all().flatMap((one) => [...findReferences(one).strong])
      expect(strong.filter((target) => !store.get(target))).toEqual([])
      store.close()
    }),
    { numRuns: 40 },
  )
})

it('commits the rows of a hook with the transaction, and rolls back both if the hook throws', async () => {
  const folder = await makeFolder()
  const store = openStore(folder)
  store.database.exec('CREATE TABLE outbox (id TEXT)')
  store.beforeCommit(({ id: transactionId, changes }) => {
    store.database.prepare('INSERT INTO outbox VALUES (?)').run(transactionId)
    if (changes.some(({ documentId }) => documentId === 'bad')) throw new Error('no')
  })
  const { id: first } = write(store, { create: { _id: 'good', _type: 'x' } })
  expect(() => write(store, { create: { _id: 'bad', _type: 'x' } })).toThrow('no')
  const { id: second } = write(store, { create: { _id: 'better', _type: 'x' } })
  expect(store.all().map(({ _id }) => _id)).toEqual(['better', 'good'])
  store.close()
  const again = openStore(folder)
  expect(again.all().map(({ _id }) => _id)).toEqual(['better', 'good'])
  expect(again.database.prepare('SELECT id FROM outbox').all()).toEqual([{ id: first }, { id: second }])
  again.close()
})

it('logs errors of a listener and calls the next one', async () => {
  const logged = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => logged.mockRestore())
  const store = openStore(await makeFolder())
  const seen: string[] = []
  const fault = new Error('mine')
  store.afterCommit(() => {
    throw fault
  })
  const stop = store.afterCommit(({ changes }) => seen.push(...changes.map(({ documentId }) => documentId)))
  write(store, { create: { _id: 'a', _type: 'x' } })
  stop()
  write(store, { create: { _id: 'b', _type: 'x' } })
  expect(seen).toEqual(['a'])
  expect(logged.mock.calls).toEqual([[`${fault.stack}\n`], [`${fault.stack}\n`]])
  store.close()
})

it('is not affected by later changes to its input', async () => {
  const store = openStore(await makeFolder())
  const mine = { _id: 'a', _type: 'x', list: [{ n: 1 }] }
  write(store, { create: mine })
  mine.list.push({ n: 2 })
  const item = { n: 3 }
  write(store, { patch: { id: 'a', insert: { after: 'list[-1]', items: [item] } } })
  item.n = 4
  expect(store.get('a')?.list).toEqual([{ n: 1 }, { n: 3 }])
  store.close()
})

it('never decreases timestamps, even if the clock is set back', async () => {
  const folder = await makeFolder()
  const times = ['2026-01-02T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z']
  const stamps: string[] = []
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  for (const time of times) {
    vi.setSystemTime(time)
    const store = openStore(folder)
    stamps.push(write(store, { createOrReplace: { _id: 'a', _type: 'x' } }).timestamp)
    store.close()
  }
  expect(stamps).toEqual([times[0], times[0], times[0]])
})

it('saves nothing on a full disk, reports it, and works again once there is space', async () => {
  const store = openStore(await makeFolder())
  write(store, { create: { _id: 'a', _type: 'x' } })
  const { page_count: pages } = store.database.prepare('PRAGMA page_count').get() ?? {}
  store.database.exec(`PRAGMA max_page_count = ${Number(pages) + 2}`)
  const large = { create: { _id: 'b', _type: 'x', text: 'x'.repeat(100_000) } }
  const fault = failureOf(() => write(store, large))
  expect(toLakeError(fault)).toMatchObject({
    status: 507,
    message: expect.stringContaining('is full, and nothing was saved'),
  })
  expect(store.all().map(({ _id }) => _id)).toEqual(['a'])
  store.database.exec('PRAGMA max_page_count = 1000000')
  write(store, large)
  expect(store.get('b')?._id).toBe('b')
  store.close()
})

function failureOf(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  return undefined
}

it('allows one process at a time, and creates a folder for its owner only', async () => {
  const folder = join(await makeFolder(), 'data')
  const store = openStore(folder)
  expect(() => openStore(folder)).toThrow(`The Content Lake's folder ${folder} is in use by another process`)
  write(store, { create: { _id: 'a', _type: 'x' } })
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  store.close()
  const again = openStore(folder)
  expect(again.get('a')?._id).toBe('a')
  again.close()
})

it('refuses a file of a newer release', async () => {
  const folder = await makeFolder()
  const store = openStore(folder)
  store.database.exec('PRAGMA user_version = 99')
  store.close()
  expect(() => openStore(folder)).toThrow('has version 99, but this program supports 1: update the program')
})

import type { SanityClient } from '@sanity/client'
import { beforeEach, describe, expect, it } from 'vitest'
import { startLake } from '../lake/test-support/start-lake.ts'
import { createWorkspace, listFaults } from '../test-support/workspace.ts'
import { type DraftAction, type ListedDraft, type Outcome, runBatches } from './run-batches.ts'

const workspace = await createWorkspace()
const made = {
  _type: 'event',
  title: 'Demo night',
  date: '2030-03-10T02:30:00.000Z',
  organizers: 'the founders community',
  location: 'Frontier Tower, SOMA',
}

let client: SanityClient
beforeEach(async () => {
  client = (await startLake()).client
})

const create = (_id: string, fields = {}) => client.create({ ...made, _id, ...fields })
const titles = () =>
  client.fetch<string[]>('*[_type == "event"] | order(_id) {"is": _id + " " + coalesce(title, "")}.is')

async function list(): Promise<ListedDraft[]> {
  const events = await client.fetch<Array<{ _id: string; _rev: string }>>('*[_type == "event"] | order(_id)')
  const revisions = new Map(events.map(({ _id, _rev }) => [_id, _rev]))
  return events.flatMap(({ _id, _rev }) => {
    if (!_id.startsWith('drafts.')) return []
    const published = revisions.get(_id.slice(7))
    return { id: _id.slice(7), revision: _rev, ...(published !== undefined && { published }) }
  })
}

async function run(
  drafts: ListedDraft[],
  action: DraftAction,
  { through = client, signal = new AbortController().signal, onProgress = (_: unknown) => {} } = {},
): Promise<Array<[string, string | undefined]>> {
  const outcomes: Array<Outcome<ListedDraft>> = []
  await runBatches(drafts, action, {
    client: through,
    signal,
    findFault: async (document) =>
      (await listFaults(workspace, document as never)).find((fault) => fault.startsWith('error')),
    onProgress: (some) => {
      outcomes.push(...some)
      onProgress(some)
    },
  })
  return outcomes.map(({ draft, fault }) => [draft.id, fault])
}

/** A client whose actions go through `act`. */
function withActions(act: (...args: Parameters<SanityClient['action']>) => Promise<unknown>): SanityClient {
  return Object.assign(client.withConfig({}), { action: act })
}

describe('several drafts', () => {
  it('are published except those that fail, each with its reason', async () => {
    for (const id of ['changed', 'deleted', 'fine', 'invalid', 'newer', 'raced', 'undated'])
      await create(`drafts.${id}`)
    await client.delete('drafts.newer')
    for (const id of ['newer', 'raced']) await create(id, { title: 'Published' })
    await create('drafts.newer')
    await client.patch('newer').set({ title: 'Corrected' }).commit()
    await client.patch('drafts.raced').set({ title: 'Mine' }).commit()
    await client.patch('drafts.invalid').unset(['title']).commit()
    await client.patch('drafts.undated').set({ date: 'next week' }).commit()
    const drafts = await list()
    await client.patch('drafts.changed').set({ title: 'Theirs' }).commit()
    await client.patch('raced').set({ title: 'Theirs' }).commit()
    await client.delete('drafts.deleted')

    const outcomes = await run(drafts, 'publish')
    expect(outcomes).toEqual([
      ['changed', 'Somebody has just changed the draft: check it'],
      ['deleted', 'Somebody has deleted the draft'],
      ['fine', undefined],
      ['invalid', 'error title: Required'],
      ['newer', expect.stringContaining('The published event was changed after this draft')],
      ['raced', 'Somebody has just changed the published event: compare them'],
      ['undated', expect.stringContaining('error date')],
    ])
    expect(await titles()).toEqual([
      'drafts.changed Theirs',
      'drafts.invalid ',
      'drafts.newer Demo night',
      'drafts.raced Mine',
      'drafts.undated Demo night',
      'fine Demo night',
      'newer Corrected',
      'raced Theirs',
    ])
  })

  it.each(['before', 'after'])(
    'are published once, also if a request fails %s it has reached the Content Lake',
    async (when) => {
      for (let each = 0; each < 60; each += 1) await create(`drafts.e${each}`)
      const drafts = await list()
      let failures = 0
      const through = withActions(async (actions) => {
        if (when === 'after') await client.action(actions)
        failures += 1
        if (failures < 2 || when === 'after') throw new TypeError('fetch failed')
        return client.action(actions)
      })
      const outcomes = await run(drafts, 'publish', { through })
      expect(outcomes.filter(([, fault]) => fault !== undefined)).toEqual([])
      expect(await client.fetch('count(*[_type == "event" && !(_id in path("drafts.**"))])')).toBe(60)
      const revisions = await client.fetch<string[]>('*[_type == "event"] | order(_id)._rev')
      expect(await run(drafts, 'publish')).toHaveLength(60)
      expect(await client.fetch('*[_type == "event"] | order(_id)._rev')).toEqual(revisions)
    },
  )

  it('are published one by one if another editor is faster with one of them', async () => {
    for (const id of ['a', 'b', 'c']) await create(`drafts.${id}`)
    const drafts = await list()
    let isFirst = true
    const through = withActions(async (actions) => {
      if (isFirst) await client.patch('drafts.b').set({ title: 'Theirs' }).commit()
      isFirst = false
      return client.action(actions)
    })
    expect(await run(drafts, 'publish', { through })).toEqual([
      ['a', undefined],
      ['b', 'Somebody has just changed the draft: check it'],
      ['c', undefined],
    ])
    expect(await titles()).toEqual(['a Demo night', 'c Demo night', 'drafts.b Theirs'])
  })

  it('stop when asked to, or when the Content Lake cannot be reached, and continue when repeated', async () => {
    for (let each = 0; each < 60; each += 1) await create(`drafts.e${each}`)
    const drafts = await list()
    const stopping = new AbortController()
    const first = await run(drafts, 'publish', {
      signal: stopping.signal,
      onProgress: () => stopping.abort(),
    })
    expect(first).toHaveLength(25)
    const away = Object.assign(client.withConfig({}), {
      fetch: () => Promise.reject(new TypeError('failed')),
    })
    const none = await run(drafts, 'publish', { through: away })
    expect(none.map(([, fault]) => fault)).toEqual(drafts.map(() => 'The Content Lake cannot be reached'))
    expect((await run(drafts, 'publish')).filter(([, fault]) => fault !== undefined)).toEqual([])
    expect(await list()).toEqual([])
  })

  it('are discarded or deleted without touching what is published, even meanwhile', async () => {
    for (const id of ['a', 'b', 'new']) await create(`drafts.${id}`, { title: 'Draft' })
    await create('a', { title: 'Published' })
    const drafts = await list()
    await create('b', { title: 'Published meanwhile' })
    await client.patch('drafts.new').set({ title: 'Theirs' }).commit()
    expect(await run(drafts.slice(0, 1), 'discard')).toEqual([['a', undefined]])
    expect(await run(drafts.slice(1), 'delete')).toEqual([
      ['b', 'Somebody has just changed the published event: compare them'],
      ['new', 'Somebody has just changed the draft: check it'],
    ])
    expect(await run((await list()).slice(1), 'delete')).toEqual([['new', undefined]])
    expect(await titles()).toEqual(['a Published', 'b Published meanwhile', 'drafts.b Draft'])
  })
})

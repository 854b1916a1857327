import { applyPatch, type RawPatch } from 'mendoza'
import { expect, it } from 'vitest'
import { request, requestAnonymously, errorOf } from '../test-support/request.ts'
import { openStore } from '../store/open-store.ts'
import { makeFolder, startLake, type TestLake } from '../test-support/start-lake.ts'

type Line = {
  id: string
  timestamp: string
  author: string
  documentIDs: string[]
  mutations?: unknown[]
  effects?: Record<string, { apply: RawPatch; revert: RawPatch }>
}

const path = '/data/history/production'
const ids = { publishedId: 'post', draftId: 'drafts.post' }
const attributes = { _id: 'drafts.post', _type: 'post', title: 'One' }

/** One document's life: created, edited, published, edited, discarded, unpublished, deleted; revisions t1 to t7. */
async function startLived() {
  const lake = await startLake()
  const steps = [
    { actionType: 'create', publishedId: 'post', attributes, ifExists: 'fail' },
    { actionType: 'edit', ...ids, patch: { set: { title: 'Two' } } },
    { actionType: 'publish', ...ids },
    { actionType: 'edit', ...ids, patch: { set: { title: 'Three' } } },
    { actionType: 'version.discard', versionId: 'drafts.post' },
    { actionType: 'unpublish', ...ids },
    { actionType: 'delete', publishedId: 'post', includeDrafts: ['drafts.post'] },
  ]
  for (const [index, { actionType, ...action }] of steps.entries()) {
    const actions = [{ actionType: `sanity.action.document.${actionType}`, ...action }]
    await request(lake, 'POST', '/data/actions/production', { actions, transactionId: `t${index + 1}` })
  }
  return lake
}

async function lines(lake: TestLake, query: string): Promise<Line[]> {
  const { text } = await request(lake, 'GET', `${path}/transactions/${query}`)
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
}

it('lists the transactions of a document by range, order and limit', async () => {
  const lake = await startLived()
  await lake.client.create({ _id: 'other', _type: 'post' })
  const both = 'post,drafts.post'
  const rows: [query: string, ids: string[]][] = [
    [both, ['t1', 't2', 't3', 't4', 't5', 't6', 't7']],
    ['post', ['t3', 't6']],
    [`${both}?reverse=true&limit=2`, ['t7', 't6']],
    [`${both}?limit=2`, ['t1', 't2']],
    [`${both}?fromTransaction=t3&toTransaction=t5`, ['t3', 't4', 't5']],
    [`${both}?reverse=true&toTransaction=t2`, ['t2', 't1']],
    [`${both}?fromTransaction=&limit=1`, ['t1']],
    ['none', []],
  ]
  for (const [query, expected] of rows)
    expect([query, (await lines(lake, query)).map(({ id }) => id)]).toEqual([query, expected])
})

it('returns author, time and mutations of each transaction, without mutations if excluded', async () => {
  const lake = await startLived()
  const [publish] = await lines(lake, 'post?limit=1')
  expect(publish).toEqual({
    id: 't3',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    author: 'write-token',
    documentIDs: ['post', 'drafts.post'],
    mutations: [
      { createOrReplace: expect.objectContaining({ _id: 'post' }) },
      { delete: { id: 'drafts.post' } },
    ],
  })
  const [bare] = await lines(lake, 'post?limit=1&excludeContent=true&includeIdentifiedDocumentsOnly=true')
  expect(bare).toEqual({
    id: 't3',
    timestamp: publish?.timestamp,
    author: 'write-token',
    documentIDs: ['post'],
  })
})

it('returns effects from which Mendoza rebuilds every revision, forwards and backwards', async () => {
  const lake = await startLived()
  const transactions = await lines(lake, 'drafts.post?effectFormat=mendoza&excludeContent=true')
  const titles: unknown[] = []
  let document: Record<string, unknown> | null = null
  for (const { effects } of transactions) {
    document = applyPatch(document, effects?.['drafts.post']?.apply ?? [])
    titles.push(document?.title)
  }
  expect(titles).toEqual(['One', 'Two', undefined, 'Three', undefined, 'Two', undefined])
  const back: unknown[] = []
  for (const { effects } of transactions.toReversed()) {
    document = applyPatch(document, effects?.['drafts.post']?.revert ?? [])
    back.push(document?.title)
  }
  expect(back).toEqual(['Two', undefined, 'Three', undefined, 'Two', 'One', undefined])
  expect(transactions.at(-1)?.effects?.['drafts.post']?.apply).toEqual([0, null])
})

it('returns documents at a revision, at a time, and at their last revision', async () => {
  const lake = await startLived()
  const at = async (query: string) => {
    const { body } = await request(lake, 'GET', `${path}/documents/${query}`)
    return (body.documents as { _id: string; title: string; _rev: string }[]).map(
      ({ _id, title, _rev }) => `${_id} ${title} ${_rev}`,
    )
  }
  const both = 'post,drafts.post'
  expect(await at(`${both}?revision=t1`)).toEqual(['drafts.post One t1'])
  expect(await at(`${both}?revision=t2`)).toEqual(['drafts.post Two t2'])
  expect(await at(`${both}?revision=t3`)).toEqual(['post Two t3'])
  // Published without a draft: the list of revisions asks for the draft alone.
  expect(await at('drafts.post?revision=t3')).toEqual(['drafts.post Two t3'])
  expect(await at('drafts.post?revision=t7')).toEqual([])
  expect(await at(`${both}?revision=t4`)).toEqual(['post Two t3', 'drafts.post Three t4'])
  expect(await at(`${both}?revision=t7`)).toEqual([])
  expect(await at(`${both}?lastRevision=true`)).toEqual(['post Two t3', 'drafts.post Two t6'])
  expect(await at(`${both}?revision=unknown`)).toEqual([])
  expect(await at(both)).toEqual([])
  expect(await at(`${both}?time=2020-01-01T00:00:00Z`)).toEqual([])
  const [created] = await lines(lake, 'drafts.post?limit=1')
  expect((await at(`drafts.post?time=${created?.timestamp}`)).length).toBe(1)
})

it('restores an older revision with the requests of the Studio', async () => {
  const lake = await startLived()
  const { body } = await request(lake, 'GET', `${path}/documents/post,drafts.post?revision=t1`)
  const [{ _updatedAt, ...restored } = {}] = body.documents as Record<string, unknown>[]
  const send = (name: string, more = {}) => ({
    actionType: `sanity.action.document.${name}`,
    publishedId: 'post',
    attributes: restored,
    ...more,
  })
  const actions = [send('create', { ifExists: 'fail' }), send('replaceDraft')]
  expect((await request(lake, 'POST', '/data/actions/production', { actions })).status).toBe(200)
  expect((await lake.client.getDocument('drafts.post'))?.title).toBe('One')
})

it('lists the lifecycle events of a document as the Studio shows them', async () => {
  const lake = await startLived()
  const eventsOf = async (id: string, query = '') => {
    const { body } = await request(lake, 'GET', `${path}/events/documents/${id}${query}`)
    return { events: (body.events as Record<string, unknown[]>)[id], next: body.nextCursor }
  }
  const common = { timestamp: expect.any(String), author: 'write-token', documentId: 'post' }
  const versionId = 'drafts.post'
  const all = [
    { type: 'deleteDocumentVersion', ...common, versionId, versionRevisionId: 't6' },
    { type: 'unpublishDocument', ...common, versionId, versionRevisionId: 't6' },
    { type: 'deleteDocumentVersion', ...common, versionId, versionRevisionId: 't4' },
    { type: 'createDocumentVersion', ...common, versionId, versionRevisionId: 't4' },
    {
      type: 'publishDocumentVersion',
      ...common,
      versionId,
      versionRevisionId: 't2',
      revisionId: 't3',
      publishCause: 'document.publish',
    },
    { type: 'createDocumentVersion', ...common, versionId, versionRevisionId: 't1' },
  ]
  expect(await eventsOf('drafts.post')).toEqual({ events: all, next: '' })
  expect((await eventsOf('post')).events).toEqual(all)
  const first = await eventsOf('drafts.post', '?limit=4')
  const second = await eventsOf('drafts.post', `?limit=4&nextCursor=${first.next}`)
  expect([...(first.events ?? []), ...(second.events ?? [])]).toEqual(all)
  expect(second.next).toBe('')
})

it('lists the lifecycle events of a document without drafts', async () => {
  const { client, ...lake } = await startLake()
  await client.create({ _id: 'live', _type: 'post' })
  await client.patch('live').set({ n: 1 }).commit()
  await client.delete('live')
  const typesOf = async (id: string) => {
    const { body } = await request({ client, ...lake }, 'GET', `${path}/events/documents/${id}`)
    return (body.events as Record<string, { type: string }[]>)[id]?.map(({ type }) => type)
  }
  const types = ['updateLiveDocument', 'createLiveDocument']
  expect(await typesOf('live')).toEqual(['deleteDocumentGroup', ...types])
  expect(await typesOf('drafts.live')).toEqual(types)
})

it('pages through lifecycle events between more than a thousand edits', async () => {
  const folder = await makeFolder()
  const store = openStore(folder)
  store.database.exec('PRAGMA synchronous = OFF')
  const write = (...mutations: unknown[]) => store.transact({ mutations, identity: 'x' }).id
  const edit = () => write({ patch: { id: 'drafts.post', inc: { n: 1 } } })
  const create = () => write({ create: { _id: 'drafts.post', _type: 'post', n: 0 } })
  const made = create()
  for (let count = 0; count < 1_010; count += 1) edit()
  for (let count = 0; count < 60; count += 1) {
    write({ delete: { id: 'drafts.post' } })
    create()
  }
  for (let count = 0; count < 1_010; count += 1) edit()
  store.close()
  const lake = await startLake({ LAKE_FOLDER: folder })
  const listed: { type: string; versionRevisionId: string }[] = []
  const sizes: number[] = []
  let cursor = ''
  do {
    const { body } = await request(
      lake,
      'GET',
      `${path}/events/documents/drafts.post?limit=50&nextCursor=${cursor}`,
    )
    const { 'drafts.post': events = [] } = body.events as Record<string, typeof listed>
    listed.push(...events)
    sizes.push(events.length)
    cursor = String(body.nextCursor)
  } while (cursor !== '')
  expect(sizes).toEqual([50, 50, 21])
  expect(listed.at(-1)).toMatchObject({ type: 'createDocumentVersion', versionRevisionId: made })
  expect(new Set(listed.map(({ versionRevisionId, type }) => `${type} ${versionRevisionId}`)).size).toBe(121)
})

it('reads only the requested columns and documents of the history', async () => {
  const folder = await makeFolder()
  const store = openStore(folder)
  const create = (_id: string) => ({ create: { _id, _type: 'post' } })
  store.transact({ mutations: [create('a'), create('b')], transactionId: 'tx', identity: 'x' })
  // Invalid JSON: reading these columns would fail.
  store.database.exec("UPDATE changes SET after = 'x', mutations = iif(document_id = 'b', 'x', mutations)")
  store.close()
  const lake = await startLake({ LAKE_FOLDER: folder })
  expect((await lines(lake, 'a,b?excludeContent=true'))[0]?.documentIDs).toEqual(['a', 'b'])
  expect((await lines(lake, 'a?includeIdentifiedDocumentsOnly=true'))[0]?.mutations).toEqual([
    expect.objectContaining({ create: expect.objectContaining({ _id: 'a' }) }),
  ])
})

it('answers 401 without the token, even for unknown documents, and 400 to invalid parameters', async () => {
  const lake = await startLived()
  for (const rest of [
    'transactions/drafts.post',
    'transactions/post?limit=1',
    'transactions/none',
    'documents/post?revision=t3',
    'documents/post?lastRevision=true',
    'events/documents/post',
    'events/documents/drafts.post',
  ])
    expect([rest, (await requestAnonymously(lake, 'GET', `${path}/${rest}`)).status]).toEqual([rest, 401])
  const rows: [string, string][] = [
    ['transactions/post?limit=x', '"limit" must be a whole number from 1'],
    ['transactions/post?fromTransaction=none', 'There is no transaction "none"'],
    ['documents/post?time=never', '"time" must be a time'],
    ['events/documents/post?nextCursor=x', '"nextCursor" must be'],
  ]
  for (const [rest, reason] of rows)
    expect(errorOf(await request(lake, 'GET', `${path}/${rest}`))).toEqual([
      400,
      expect.stringContaining(reason),
    ])
})

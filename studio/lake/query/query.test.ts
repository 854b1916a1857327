import { type RunningScriptOptions, Script } from 'node:vm'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { LakeDocument } from '../store/types.ts'
import { request, requestAnonymously, errorOf } from '../test-support/request.ts'
import { makeDocuments } from '../test-support/make-documents.ts'
import { connect, startLake, type TestLake } from '../test-support/start-lake.ts'
import { optimizeQuery } from './optimize.ts'
import { parseQuery } from './parse.ts'
import { View } from './view.ts'

const path = '/data/query/production'
const block = (text: string) => ({
  _type: 'block',
  _key: text,
  children: [{ _type: 'span', _key: 's', text }],
})

/** Published documents with a draft each, a draft alone, a version, and an id with a dot. */
async function startFilled() {
  const lake = await startLake()
  const { client } = lake
  await client.create({ _id: 'author', _type: 'author', name: 'Zoë Example' })
  await client.create({ _id: 'drafts.author', _type: 'author', name: 'Zoë Draft' })
  await client.create({
    _id: 'both',
    _type: 'post',
    title: 'Both',
    by: { _type: 'reference', _ref: 'author' },
    body: [block('Demo days on Friday')],
    tags: ['fintech', 'deep tech'],
  })
  await client.create({
    _id: 'drafts.both',
    _type: 'post',
    title: 'Both, changed',
    by: { _type: 'reference', _ref: 'author' },
  })
  await client.create({ _id: 'drafts.alone', _type: 'post', title: 'Alone' })
  await client.create({ _id: 'versions.rOne.both', _type: 'post', title: 'Released' })
  await client.create({ _id: 'secret.post', _type: 'post', title: 'Behind a dot' })
  return lake
}

const projection = '*[_type == "post"] | order(title) {_id, _originalId, title, "by": by->name}'

it('returns the documents of each perspective, also through joins', async () => {
  const { client } = await startFilled()
  const titles = (perspective: string | string[]) =>
    client.fetch<{ title: string }[]>(projection, {}, { perspective: perspective as 'raw' })
  const published = [
    { _id: 'secret.post', _originalId: null, title: 'Behind a dot', by: null },
    { _id: 'both', _originalId: null, title: 'Both', by: 'Zoë Example' },
  ]
  const drafts = [
    { _id: 'alone', _originalId: 'drafts.alone', title: 'Alone', by: null },
    { _id: 'secret.post', _originalId: 'secret.post', title: 'Behind a dot', by: null },
    { _id: 'both', _originalId: 'drafts.both', title: 'Both, changed', by: 'Zoë Draft' },
  ]
  expect(await titles('published')).toEqual(published)
  expect(await titles('drafts')).toEqual(drafts)
  expect(await titles('previewDrafts')).toEqual(drafts)
  const released = { _id: 'both', _originalId: 'versions.rOne.both', title: 'Released', by: null }
  expect(await titles(['rOne', 'drafts'])).toEqual([...drafts.slice(0, 2), released])
  expect(await titles(['drafts', 'rOne'])).toEqual(drafts)
  expect(await titles(['rNone'])).toMatchObject(published.map(({ title }) => ({ title })))
  expect((await titles('raw')).map(({ title }) => title)).toEqual([
    'Alone',
    'Behind a dot',
    'Both',
    'Both, changed',
    'Released',
  ])
})

it('defaults to published documents, and to all documents before API version 2025-02-19', async () => {
  const lake = await startFilled()
  const count = (version: string) =>
    fetch(`${lake.origin}/${version}${path}?query=count(*)`, {
      headers: { Authorization: `Bearer ${lake.token}` },
    })
      .then((response) => response.json())
      .then(({ result }) => result)
  expect(await Promise.all(['v2025-02-19', 'v2026-01-01', 'vX', 'v2024-09-01', 'v1'].map(count))).toEqual([
    3, 3, 3, 7, 7,
  ])
})

it('refuses queries, documents and exports without the token', async () => {
  const lake = await startFilled()
  const anonymous = connect(lake.port)
  await expect(anonymous.fetch('*')).rejects.toThrow('send the write token')
  await expect(anonymous.getDocument('both')).rejects.toThrow('send the write token')
  expect((await requestAnonymously(lake, 'GET', '/data/export/production')).status).toBe(401)
})

it('accepts parameters of every type by GET and POST', async () => {
  const lake = await startFilled()
  const params = { n: 1, s: 'a "quote" & more', list: ['a', null], object: { deep: [true] } }
  const query = '{"n": $n, "s": $s, "list": $list, "object": $object}'
  expect(await lake.client.fetch(query, params)).toEqual(params)
  expect((await request(lake, 'POST', path, { query, params })).body.result).toEqual(params)
  const long = `${query}//${'x'.repeat(20_000)}`
  expect(await lake.client.fetch(long, params)).toEqual(params)
})

it('repeats the query unless returnQuery=false', async () => {
  const lake = await startLake()
  const full = await request(lake, 'GET', `${path}?query=1%2B1`)
  expect(full.body).toEqual({ query: '1+1', result: 2, syncTags: ['s1:production'], ms: expect.any(Number) })
  const short = await request(lake, 'GET', `${path}?query=1%2B1&returnQuery=false`)
  expect(short.body).toEqual({ result: 2, syncTags: ['s1:production'], ms: expect.any(Number) })
  expect((await request(lake, 'GET', `${path}?query=*[0]`)).body.result).toBe(null)
})

const searches: [query: string, ids: string[]][] = [
  ['demo*', ['both']],
  ['DEM*', ['both']],
  ['dem', []],
  ['demo friday', ['both']],
  ['demo monday', []],
  ['"days on friday"', ['both']],
  ['"friday on days"', []],
  ['both -demo', ['drafts.both', 'versions.rOne.both']],
  ['tech', ['both']],
  ['zoe example', ['author']],
  ['drafts.alone', ['drafts.alone']],
  [
    '',
    ['author', 'both', 'drafts.alone', 'drafts.author', 'drafts.both', 'secret.post', 'versions.rOne.both'],
  ],
]

it.each(searches)('finds %j in whole documents with the search of the Studio', async (text, ids) => {
  const { client } = await startFilled()
  const found = await client.fetch<string[]>('*[[@, _id] match text::query($text)]._id', { text })
  expect(found.toSorted()).toEqual(ids)
})

it('runs the search query of the Studio, with scores', async () => {
  const { client } = await startFilled()
  const match = '([@, _id] match text::query($__query) || references($__rawQuery))'
  const query = `*[_type in $__types] | score(boost(_type in ["post"] && title match text::query($__query), 5), ${match})
    [_score > 0]{_type, _id, _score} | order(_score desc)[0...$__limit]`
  const search = (text: string) =>
    client.fetch(
      query,
      { __types: ['post'], __query: `${text}*`, __rawQuery: text, __limit: 11 },
      { perspective: 'drafts' },
    )
  expect((await search('chang')).map(({ _id }: { _id: string }) => _id)).toEqual(['both'])
  expect((await search('author')).map(({ _id }: { _id: string }) => _id)).toEqual(['both'])
  expect(await search('nothing')).toEqual([])
})

it('matches text in an attribute, also in a list', async () => {
  const { client } = await startFilled()
  const find = (query: string) => client.fetch(query, { q: 'tec*' }, { perspective: 'published' })
  expect(await find('*[tags match text::query($q)]._id')).toEqual(['both'])
  expect(await find('*[pt::text(body) match text::query("friday -monday")]._id')).toEqual(['both'])
})

it('returns the same result with and without an index', async () => {
  const lake = await startLake()
  await lake.client.mutate(makeDocuments(120).map((create) => ({ create })))
  await lake.client
    .patch('event-3')
    .set({ author: { _type: 'reference', _ref: 'author-1', _weak: true } })
    .commit()
  const conditions = [
    '_type == "event"',
    '"event" == _type',
    '_type in ["author", "none", "author"]',
    '_type == "event" && (slug.current == "event-7" && views == 0)',
    '_id in ["event-1", "event-1", "author-1"]',
    '_id == "none"',
    '_type == ["event"]',
    'references("author-1")',
    'references(["author-1", "author-2"]) && _type == "event"',
    'references("author-1", "author-2")',
    'references("author-1") || _type == "author"',
    '!references("author-1")',
    '_type == "event" && references(*[_type == "author" && name == "Author 4"]._id)',
    '_type == "event" || _id == "author-1"',
    '!(_type == "event")',
    'sanity::versionOf("event-21")',
    'sanity::versionOf("drafts.event-21")',
    'sanity::versionOf("none")',
    'sanity::versionOf(_id) && _type == "author"',
    'sanity::versionOf("event-21") && _type == "event"',
    'sanity::versionOf("event-21") || sanity::versionOf("event-22")',
  ]
  await lake.client.create({ _id: 'drafts.event-21', _type: 'event' })
  for (const perspective of ['raw', 'drafts'] as const) {
    for (const condition of conditions) {
      const [indexed, walked] = await Promise.all([
        lake.client.fetch(`*[${condition}]._id`, {}, { perspective }),
        // No index is used behind a projection.
        lake.client.fetch(`*{...}[${condition}]._id`, {}, { perspective }),
      ])
      expect([perspective, condition, indexed]).toEqual([perspective, condition, walked])
    }
  }
})

it('looks up the versions of a document without scanning all documents', () => {
  const all = makeDocuments(120) as unknown as LakeDocument[]
  const draft = { ...all[30]!, _id: 'drafts.event-10' }
  const documents = [...all, draft]
  const get = (id: string) => documents.find(({ _id }) => _id === id)
  const view = new View({ all: () => documents, get })
  const optimized = optimizeQuery(parseQuery('*[sanity::versionOf($id)]', { id: 'event-10' }), view)
  expect(optimized).toMatchObject({ type: 'Filter', base: { type: 'Value', value: [draft, all[30]] } })
})

const refused: [query: string, reason: string][] = [
  ['*[', 'Syntax error in GROQ query'],
  ['nosuch()', 'Undefined function: nosuch'],
  ['*[_id == $missing]', 'param $missing referenced, but not provided'],
  ['*[geo::contains(a, b)]', 'cannot run geo::contains()'],
  ['*[documents::incomingRefCount() > 1]', 'cannot run documents::'],
  ['*[] | score(text::semanticSimilarity("x"))', 'cannot run text::semanticSimilarity()'],
  ['*[user::attributes().x]', 'cannot run user::attributes()'],
  ['*[text::query("x")]', 'supports text::query() only to the right of match'],
  ['*[title match text::query(_id)]', 'needs a string or a parameter as the argument of text::query()'],
  ['x'.repeat(100_001), 'A query has at most 100000 characters'],
]

it.each(refused)('answers 400 with the reason to %.40s, even in an empty dataset', async (query, reason) => {
  for (const lake of [await startLake(), await startFilled()]) {
    const [status, description] = errorOf(await request(lake, 'POST', path, { query }))
    expect([status, description]).toEqual([400, expect.stringContaining(reason)])
  }
})

it('reports the position of a syntax error', async () => {
  const lake = await startLake()
  const { body } = await request(lake, 'POST', path, { query: '*[_type ==]' })
  expect(body.error).toMatchObject({ type: 'queryParseError', query: '*[_type ==]', start: 9 })
})

it('refuses invalid URLs and bodies', async () => {
  const lake = await startLake()
  const refusals: [Promise<{ status: number; body: { error?: { description: string } } }>, string][] = [
    [request(lake, 'GET', path), 'The URL has no "query" parameter'],
    [request(lake, 'GET', `${path}?query=*&$x={`), 'The value of $x is not JSON'],
    [request(lake, 'POST', path, { query: 5 }), 'The body needs a "query", a string'],
    [request(lake, 'POST', path, { query: '*', params: [] }), '"params" must be an object'],
    [request(lake, 'POST', path, 'null'), 'The body must be a JSON object'],
  ]
  for (const [answer, reason] of refusals) {
    const { status, body } = await answer
    expect([status, body.error?.description]).toEqual([400, reason])
  }
  expect((await request(lake, 'GET', '/data/query/other?query=*')).status).toBe(404)
})

it('stops an endless query and answers later ones', async () => {
  const lake = await startLake()
  await lake.client.mutate(makeDocuments(400).map((create) => ({ create })))
  // A tenth of the time limit is enough to see that the query is stopped.
  const runInContext = Script.prototype.runInContext
  const bounded = vi.spyOn(Script.prototype, 'runInContext').mockImplementation(function (
    this: Script,
    ...[context, options]
  ) {
    const { timeout = Infinity } = options as RunningScriptOptions
    return runInContext.call(this, context, { timeout: timeout / 10 })
  })
  onTestFinished(() => bounded.mockRestore())
  const endless = 'count(*[count(*[count(*[count(*[_id != ^._id]) > 0]) > 0]) > 0])'
  expect(errorOf(await request(lake, 'POST', path, { query: endless }))).toEqual([
    400,
    'The query was stopped after 5 seconds',
  ])
  expect(bounded).toHaveBeenLastCalledWith(expect.anything(), { timeout: 5_000 })
  bounded.mockRestore()
  const deep = errorOf(
    await request(lake, 'POST', path, { query: `${'('.repeat(20_000)}1${')'.repeat(20_000)}` }),
  )
  expect(deep).toEqual([400, expect.stringMatching(/nested|stack/)])
  expect(await request(lake, 'GET', `${path}?query=1`)).toMatchObject({ status: 200 })
})

async function idsOf({ client }: TestLake, ...asked: string[]) {
  return (await client.getDocuments(asked)).map((document) => document?._id)
}

it('returns stored documents by id and lists the missing ones', async () => {
  const lake = await startFilled()
  expect(await idsOf(lake, 'both', 'drafts.both', 'none')).toEqual(['both', 'drafts.both', undefined])
  const { body } = await request(lake, 'GET', '/data/doc/production/both,none?excludeContent=true')
  expect(body).toEqual({
    documents: [
      {
        _id: 'both',
        _type: 'post',
        _rev: expect.any(String),
        _createdAt: expect.any(String),
        _updatedAt: expect.any(String),
      },
    ],
    omitted: [{ id: 'none', reason: 'existence' }],
  })
  const versions = await request(lake, 'GET', '/data/doc/production/both?includeAllVersions=true')
  expect((versions.body.documents as { _id: string }[]).map(({ _id }) => _id)).toEqual([
    'both',
    'drafts.both',
    'versions.rOne.both',
  ])
})

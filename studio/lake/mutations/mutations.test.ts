import { expect, it } from 'vitest'
import { announceBody, errorOf, request, requestAnonymously } from '../test-support/request.ts'
import { startLake, type TestLake } from '../test-support/start-lake.ts'

const path = '/data/mutate/production'
const reference = (id: string, more = {}) => ({ _type: 'reference', _ref: id, ...more })

function mutate(lake: TestLake, ...mutations: unknown[]) {
  return request(lake, 'POST', path, { mutations })
}

const post = {
  _id: 'post',
  _type: 'post',
  title: 'One',
  tags: ['a', 'b'],
  views: 1,
  body: [{ _key: 'k', n: 1 }],
}

/** A post, and a reader that refers to it. */
async function startFilled() {
  const lake = await startLake()
  await lake.client.create(post)
  await lake.client.create({ _id: 'reader', _type: 'reader', reads: reference('post') })
  return lake
}

it('applies each kind of patch, also with JSONMatch paths', async () => {
  const { client } = await startFilled()
  const rows: [patch: Record<string, unknown>, field: string, value: unknown][] = [
    [{ set: { title: 'Two' } }, 'title', 'Two'],
    [{ set: { 'body[_key=="k"].n': 5 } }, 'body', [{ _key: 'k', n: 5 }]],
    [{ set: { body: [{ _key: '384e07051668', n: 1 }] } }, 'body', [{ _key: '384e07051668', n: 1 }]],
    [{ set: { 'body[_key=="384e07051668"].n': 2 } }, 'body', [{ _key: '384e07051668', n: 2 }]],
    [{ set: { 'deep.er.field': true } }, 'deep', { er: { field: true } }],
    [{ setIfMissing: { title: 'No', subtitle: 'Yes' } }, 'subtitle', 'Yes'],
    [{ unset: ['tags[0]'] }, 'tags', ['b']],
    [{ insert: { after: 'tags[-1]', items: ['c', 'd'] } }, 'tags', ['b', 'c', 'd']],
    [{ insert: { before: 'tags[0]', items: ['a'] } }, 'tags', ['a', 'b', 'c', 'd']],
    [{ insert: { replace: 'tags[1:3]', items: ['x'] } }, 'tags', ['a', 'x', 'd']],
    [{ inc: { views: 4 } }, 'views', 5],
    [{ dec: { views: 2 } }, 'views', 3],
    [{ diffMatchPatch: { title: '@@ -1,3 +1,4 @@\n Two\n+!\n' } }, 'title', 'Two!'],
    [{ unset: ['_no_such_field_'] }, 'title', 'Two!'],
  ]
  for (const [patch, field, value] of rows) {
    const before = await client.getDocument('post')
    const after = await client.patch('post', patch).commit()
    expect([patch, after[field]]).toEqual([patch, value])
    expect(after._rev).not.toBe(before?._rev)
    expect(await client.getDocument('post')).toEqual(after)
  }
})

it('creates, replaces, patches and deletes, and reports the operation of each mutation', async () => {
  const lake = await startFilled()
  const document = { _type: 'post', title: 'Other' }
  const rows: [mutation: unknown, result: unknown][] = [
    [{ create: { _id: 'new', ...document } }, { id: 'new', operation: 'create' }],
    [{ createIfNotExists: { _id: 'new', ...document } }, { id: 'new', operation: 'none' }],
    [{ createIfNotExists: { _id: 'newer', ...document } }, { id: 'newer', operation: 'create' }],
    [{ createOrReplace: { _id: 'new', ...document } }, { id: 'new', operation: 'update' }],
    [{ createOrReplace: { _id: 'newest', ...document } }, { id: 'newest', operation: 'create' }],
    [{ patch: { id: 'new', set: { title: 'x' } } }, { id: 'new', operation: 'update' }],
    [{ delete: { id: 'new' } }, { id: 'new', operation: 'delete' }],
  ]
  for (const [mutation, result] of rows) {
    const answer = await request(lake, 'POST', `${path}?returnIds=true`, { mutations: [mutation] })
    expect([mutation, answer.status, answer.body.results]).toEqual([mutation, 200, [result]])
  }
  expect((await mutate(lake, { delete: { id: 'new' } })).body.results).toEqual([])
})

it('returns a result for each mutation, in order, with ids and documents only on request', async () => {
  const lake = await startFilled()
  const mutations = [
    { patch: { id: 'post', inc: { views: 1 } } },
    { create: { _id: 'new', _type: 'post', n: 1 } },
    { createIfNotExists: { ...post, views: 99 } },
    { patch: { id: 'post', inc: { views: 1 } } },
    { patch: { query: '*[_type == "post"] | order(_id)', set: { seen: true } } },
    { delete: { id: 'nobody' } },
  ]
  const operations = ['update', 'create', 'none', 'update', 'update', 'update']
  const ids = ['post', 'new', 'post', 'post', 'new', 'post']
  const send = async (options: string) =>
    (await request(lake, 'POST', `${path}?dryRun=true${options}`, { mutations })).body.results
  expect(await send('')).toEqual(operations.map((operation) => ({ operation })))
  expect(await send('&returnIds=true')).toEqual(
    operations.map((operation, index) => ({ id: ids[index], operation })),
  )
  expect(await send('&returnDocuments=true')).toMatchObject(
    operations.map((operation, index) => ({
      id: ids[index],
      operation,
      document: { _id: ids[index], seen: true, ...(ids[index] === 'post' && { views: 3 }) },
    })),
  )
})

it('also reads the transaction id from the URL', async () => {
  const lake = await startFilled()
  const mutations = [{ patch: { id: 'post', inc: { views: 1 } } }]
  const send = (body: object) => request(lake, 'POST', `${path}?transactionId=from-address`, body)
  expect((await send({ mutations })).body.transactionId).toBe('from-address')
  expect((await send({ mutations })).status).toBe(409)
  expect((await send({ mutations, transactionId: 'from-body' })).body.transactionId).toBe('from-body')
})

it('adds array keys on request', async () => {
  const lake = await startFilled()
  const list = () => [{ n: 1 }, { _key: 'mine', inner: [{ n: 2 }] }, 'text', null]
  const keyed = [
    { _key: expect.stringMatching(/^[0-9a-f]{12}$/), n: 1 },
    { _key: 'mine', inner: [{ _key: expect.stringMatching(/^[0-9a-f]{12}$/), n: 2 }] },
    'text',
    null,
  ]
  const send = (mutation: unknown, options = '?autoGenerateArrayKeys=true') =>
    request(lake, 'POST', path + options, { mutations: [mutation] })
  const read = (id = 'post') => lake.client.getDocument(id)

  for (const kind of ['create', 'createIfNotExists', 'createOrReplace'] as const) {
    await send({ [kind]: { _id: kind, _type: 'post', list: list(), deep: { list: list() } } })
    expect(await read(kind)).toMatchObject({ list: keyed, deep: { list: keyed } })
  }
  await send({ patch: { id: 'post', set: { list: list() }, setIfMissing: { other: { list: list() } } } })
  expect(await read()).toMatchObject({ list: keyed, other: { list: keyed } })
  await send({ patch: { id: 'post', insert: { after: 'body[-1]', items: [{ n: 2 }, { n: 3 }] } } })
  const [first, ...inserted] = ((await read())?.['body'] ?? []) as { _key: string; n: number }[]
  expect(first).toEqual({ _key: 'k', n: 1 })
  expect(inserted).toMatchObject([{ n: 2 }, { n: 3 }])
  expect(new Set(inserted.map(({ _key }) => _key)).size).toBe(2)

  await send({ patch: { id: 'post', set: { 'body[0]': { n: 4 }, '[\'body\'][_key=="k"]': { n: 5 } } } })
  expect((await read())?.['body'][0]).toEqual({ _key: expect.any(String), n: 4 })
  await send({ patch: { id: 'post', set: { body: [{ _key: 'k', n: 1 }] } } })
  await send({ patch: { id: 'post', set: { 'body[_key=="k"]': { n: 5 } } } })
  expect((await read())?.['body']).toEqual([{ _key: 'k', n: 5 }])

  await send({ patch: { id: 'post', set: { list: list() } } }, '')
  expect((await read())?.['list']).toEqual(list())
  expect((await send('create')).status).toBe(400)
  expect((await send({ patch: { id: 'post', set: 1 } })).status).toBe(400)
})

/** The example document of the JSONMatch documentation. */
const fred = {
  _id: 'fred',
  _type: 'person',
  name: 'fred',
  friends: [
    { name: 'mork', age: 40, favoriteColor: 'red' },
    { name: 'mindy', age: 32, favoriteColor: 'blue' },
    { name: 'franklin', favoriteColor: 'yellow' },
  ],
  roles: ['admin', 'owner'],
  contactInfo: { streetAddress: '42 Mountain Road', state: { shortName: 'WY', longName: 'Wyoming' } },
  'odd keys': { "it's": { x: 1 }, true: { x: 2 }, 'a\\b..c': { x: 3 } },
}

/** The paths at which two values differ, such as `friends.0.name`. */
function listDifferences(one: unknown, other: unknown, where: string[] = []): string[] {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return Object.is(one, other) ? [] : [where.join('.')]
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].flatMap((name) =>
    listDifferences(one[name as never], other[name as never], [...where, name]),
  )
}

const paths: [path: string, places: string[]][] = [
  ['name', ['name']],
  ['friends[age > 35].name', ['friends.0.name']],
  ['friends[age > 35, favoriteColor == "blue"].name', ['friends.0.name', 'friends.1.name']],
  ['friends[age?].age', ['friends.0.age', 'friends.1.age']],
  ['friends[0, 2].name', ['friends.0.name', 'friends.2.name']],
  ['friends[1:3].name', ['friends.1.name', 'friends.2.name']],
  ['contactInfo.state.shortName', ['contactInfo.state.shortName']],
  ['contactInfo.state[shortName, longName]', ['contactInfo.state.shortName', 'contactInfo.state.longName']],
  ['roles[-1]', ['roles.1']],
  ['..shortName', ['contactInfo.state.shortName']],
  ["['odd keys']['a\\\\b..c'].x", ['odd keys.a\\b..c.x']],
  ['friends[*].name', ['friends.0.name', 'friends.1.name', 'friends.2.name']],
  ['friends[*].age', ['friends.0.age', 'friends.1.age', 'friends.2.age']],
  ['friends[age > 35].*', ['friends.0.age', 'friends.0.favoriteColor', 'friends.0.name']],
  ['roles[*]', ['roles.0', 'roles.1']],
  ['contactInfo..shortName', ['contactInfo.state.shortName']],
  ['contactInfo..name', []],
  ['friends..name', ['friends.0.name', 'friends.1.name', 'friends.2.name']],
  ["['odd keys']..x", ['odd keys.a\\b..c.x', "odd keys.it's.x", 'odd keys.true.x']],
  ['missing[*].name', []],
  ['missing..name', []],
]

it.each(paths)('the path %s sets what it addresses and nothing else', async (where, places) => {
  const { client } = await startLake()
  const before = await client.create(fred)
  const set = { [where]: 'changed' }
  const after = await client.patch('fred', { set }).commit()
  const changed = listDifferences(before, after).filter((name) => !name.startsWith('_'))
  expect(changed.toSorted()).toEqual(places.toSorted())
})

it('applies paths that match many values to the result of those before, in the order of @sanity/mutator', async () => {
  const { client } = await startLake()
  await client.create(fred)
  const list = [{ _key: 'a"b', n: 1 }, { _key: 'c', n: 2, list: [{ n: 3 }] }, { n: 4 }]
  await client
    .patch('fred', { set: { list, 'list[*].n': 5, 'list..list': 'none' }, inc: { 'list[*].n': 1 } })
    .commit()
  const patched = await client.getDocument('fred')
  expect(patched?.['list']).toEqual([{ _key: 'a"b', n: 6 }, { _key: 'c', n: 6, list: 'none' }, { n: 6 }])
  await client.patch('fred', { unset: ['list[*].n', 'friends[*]', 'contactInfo..longName'] }).commit()
  expect(await client.getDocument('fred')).toMatchObject({
    list: [{ _key: 'a"b' }, { _key: 'c', list: 'none' }, {}],
    friends: [],
    contactInfo: { state: { shortName: 'WY' } },
  })
  await client.patch('fred', { set: { a: { x: { x: 1 } }, 'a..x': 2 } }).commit()
  expect((await client.getDocument('fred'))?.['a']).toEqual({ x: 2 })
})

it.each([
  [{ set: { 'friends[*.name': 'x' } }, 'The patch cannot be applied'],
  [{ set: { 'a..b..c': 'x' } }, 'A path takes ".." only once'],
  [{ insert: { before: 'friends[*]', items: [] } }, '"insert" takes no "*"'],
  [{ insert: { after: 'contactInfo..list[-1]', items: [] } }, '"insert" takes no "*"'],
])('refuses the patch %j', async (patch, reason) => {
  const lake = await startLake()
  await lake.client.create(fred)
  const answer = await request(lake, 'POST', path, { mutations: [{ patch: { id: 'fred', ...patch } }] })
  expect(errorOf(answer)).toEqual([400, expect.stringContaining(reason)])
})

it('generates missing ids and completes prefixes', async () => {
  const { client } = await startLake()
  expect((await client.create({ _type: 'post' }))._id).toMatch(/^[\w-]{36}$/)
  expect((await client.create({ _id: 'drafts.', _type: 'post' }))._id).toMatch(/^drafts\.[\w-]{36}$/)
  expect((await client.create({ _id: 'py.', _type: 'post' }))._id).toMatch(/^py\.[\w-]{36}$/)
})

it('keeps a given _createdAt, and sets _updatedAt and _rev itself', async () => {
  const { client } = await startLake()
  const given = { _createdAt: '2020-01-02T03:04:05Z', _updatedAt: '2020-01-02T03:04:05Z', _rev: 'mine' }
  const made = await client.create({ _id: 'post', _type: 'post', ...given })
  expect(made._createdAt).toBe(given._createdAt)
  expect(made._updatedAt > '2026').toBe(true)
  expect(made._rev).not.toBe('mine')
  const patched = await client.patch('post').set({ title: 'x' }).commit()
  expect([patched._createdAt, patched._updatedAt >= made._updatedAt]).toEqual([given._createdAt, true])
})

it('patches and deletes by query, with parameters', async () => {
  const { client } = await startLake()
  for (const id of ['a', 'b', 'drafts.c'])
    await client.create<Record<string, unknown>>({ _id: id, _type: 'post', n: 1 })
  await client
    .patch({ query: '*[_type == $type]', params: { type: 'post' } })
    .inc({ n: 1 })
    .commit()
  expect(await client.fetch('*[_type == "post"].n')).toEqual([2, 2, 2])
  await client.delete({ query: '*[_type == "post" && _id != "b"]' })
  expect(await client.fetch('*[_type == "post"]._id')).toEqual(['b'])
})

it('lets later mutations of a transaction see the earlier ones, also by query', async () => {
  const { client } = await startLake()
  await client
    .transaction()
    .create({ _id: 'a', _type: 'post', n: 1 })
    .patch('a', { inc: { n: 1 } })
    .commit()
  await client.mutate<Record<string, unknown>>([
    { create: { _id: 'b', _type: 'post', n: 10 } },
    { patch: { query: '*[_type == "post"]', inc: { n: 1 } } },
    { delete: { id: 'a' } },
    { create: { _id: 'a', _type: 'other' } },
  ])
  expect(await client.fetch('*[_id in ["a", "b"]] | order(_id) {_type, n}')).toEqual([
    { _type: 'other', n: null },
    { _type: 'post', n: 11 },
  ])
})

const refused: [what: string, mutations: unknown[], status: number, reason: string][] = [
  ['an unknown mutation', [{ upsert: {} }], 400, 'A mutation has exactly one of the keys'],
  [
    'two mutations in one object',
    [{ create: post, delete: { id: 'x' } }],
    400,
    'A mutation has exactly one of the keys',
  ],
  ['a string', ['create'], 400, 'A mutation has exactly one of the keys'],
  ['null', [null], 400, 'A mutation has exactly one of the keys'],
  ['a body that is not an object', [{ create: 5 }], 400, '"create" needs an object'],
  ['a missing type', [{ create: { _id: 'x' } }], 400, 'Document "x" needs a _type'],
  ['a type that is not a string', [{ create: { _id: 'x', _type: 1 } }], 400, 'Document "x" needs a _type'],
  ['a space in the id', [{ create: { _id: 'a b', _type: 'p' } }], 400, 'Malformed document ID: "a b"'],
  ['a slash in the id', [{ create: { _id: '../x', _type: 'p' } }], 400, 'Malformed document ID: "../x"'],
  ['a leading dot in the id', [{ create: { _id: '.x', _type: 'p' } }], 400, 'Malformed document ID'],
  ['two adjacent dots in the id', [{ create: { _id: 'a..b', _type: 'p' } }], 400, 'Malformed document ID'],
  [
    'an id of 129 characters',
    [{ create: { _id: 'x'.repeat(129), _type: 'p' } }],
    400,
    'Malformed document ID',
  ],
  ['an id that is a number', [{ create: { _id: 7, _type: 'p' } }], 400, 'Malformed document ID: 7'],
  [
    'a version id without a document id',
    [{ create: { _id: 'versions.r', _type: 'p' } }],
    400,
    'Malformed document ID',
  ],
  [
    'a changed id',
    [{ patch: { id: 'post', set: { _id: 'y' } } }],
    400,
    'The _id of document "post" cannot be changed',
  ],
  [
    'a changed type',
    [{ patch: { id: 'post', set: { _type: 'y' } } }],
    400,
    'Document "post" is of type "post"',
  ],
  [
    'a replacement with another type',
    [{ createOrReplace: { ...post, _type: 'y' } }],
    400,
    'Document "post" is of type',
  ],
  ['a removed type', [{ patch: { id: 'post', unset: ['_type'] } }], 400, 'Document "post" is of type "post"'],
  ['a removed id', [{ patch: { id: 'post', unset: ['_id'] } }], 400, 'The _id of document "post"'],
  [
    'an unknown patch operation',
    [{ patch: { id: 'post', push: {} } }],
    400,
    'Unknown patch operation "push"',
  ],
  [
    'unset without an array',
    [{ patch: { id: 'post', unset: 'title' } }],
    400,
    '"unset" needs an array of paths',
  ],
  ['insert without items', [{ patch: { id: 'post', insert: { after: 'tags[0]' } } }], 400, '"insert" needs'],
  [
    'insert without a position',
    [{ patch: { id: 'post', insert: { items: [1] } } }],
    400,
    'The patch cannot be applied',
  ],
  ['an invalid path', [{ patch: { id: 'post', set: { 'a..': 1 } } }], 400, 'The patch cannot be applied'],
  [
    '".." in brackets',
    [{ patch: { id: 'post', set: { '[a..b, c]': 1 } } }],
    400,
    'A path takes ".." only once, and not in brackets',
  ],
  [
    'insert after a path with ".."',
    [{ patch: { id: 'post', insert: { after: 'a..b[0]', items: [1] } } }],
    400,
    '"insert" takes no "*"',
  ],
  [
    'an invalid diff',
    [{ patch: { id: 'post', diffMatchPatch: { title: '@@ x' } } }],
    400,
    'The patch cannot',
  ],
  ['inc with a string', [{ patch: { id: 'post', inc: { views: 'x' } } }], 400, '"inc" needs numbers'],
  [
    'an index of a billion',
    [{ patch: { id: 'post', set: { 'tags[0:1000000000]': 1 } } }],
    400,
    'An index in a path',
  ],
  ['a patch without id and query', [{ patch: { set: { a: 1 } } }], 400, 'A patch or delete needs either'],
  ['an id that is a path', [{ delete: { id: '../../etc' } }], 400, 'Malformed document ID'],
  ['an invalid query', [{ delete: { query: '*[' } }], 400, 'Syntax error in GROQ query'],
  [
    'a query whose result is not documents',
    [{ delete: { query: '*[].title' } }],
    400,
    'patches and deletes only by a query whose result is documents',
  ],
  [
    '__proto__',
    [JSON.parse('{"create": {"_id": "x", "_type": "p", "a": {"__proto__": {"b": 1}}}}')],
    400,
    'An attribute cannot be named "__proto__"',
  ],
  [
    '__proto__ in a path',
    [{ patch: { id: 'post', set: { 'a.__proto__.b': 1 } } }],
    400,
    'A path cannot hold "__proto__"',
  ],
  [
    '__proto__ in a path to unset',
    [{ patch: { id: 'post', unset: ['["__proto__"]'] } }],
    400,
    'A path cannot hold "__proto__"',
  ],
  [
    'hasOwnProperty',
    [{ create: { _id: 'x', _type: 'p', hasOwnProperty: 1 } }],
    400,
    'An attribute cannot be named',
  ],
  [
    '101 levels of nesting',
    [{ create: { _id: 'x', _type: 'p', deep: nest(101) } }],
    400,
    'Attributes are nested deeper',
  ],
  ['create of an existing document', [{ create: post }], 409, 'Document by ID "post" already exists'],
  [
    'a patch of a missing document',
    [{ patch: { id: 'none', set: { a: 1 } } }],
    409,
    'The document with the ID "none" was not found',
  ],
  [
    'a wrong revision',
    [{ patch: { id: 'post', ifRevisionID: 'old', set: { a: 1 } } }],
    409,
    'Document "post" has unexpected revision ID',
  ],
  [
    'a reference to a missing document',
    [{ create: { _id: 'x', _type: 'p', to: reference('none') } }],
    409,
    'Document "x" references non-existent document "none"',
  ],
  [
    'a nested reference to a missing document',
    [{ patch: { id: 'post', set: { list: [{ to: reference('none') }] } } }],
    409,
    'Document "post" references non-existent document "none"',
  ],
  [
    'a delete of a referenced document',
    [{ delete: { id: 'post' } }],
    409,
    'Document "post" cannot be deleted as there are references to it from "reader"',
  ],
]

function nest(levels: number): unknown {
  return Array.from({ length: levels }).reduce((inner: unknown) => ({ inner }), 1)
}

it.each(refused)(
  'refuses %s together with its whole transaction',
  async (_what, mutations, status, reason) => {
    const lake = await startFilled()
    const before = await lake.client.fetch('*')
    const [got, description] = errorOf(
      await mutate(lake, { create: { _id: 'first', _type: 'post' } }, ...mutations),
    )
    expect([got, description]).toEqual([status, expect.stringContaining(reason)])
    expect(await lake.client.fetch('*')).toEqual(before)
    expect(({} as Record<string, unknown>).b).toBe(undefined)
  },
)

it('keeps _createdAt, _updatedAt and _rev whatever a patch sets or unsets', async () => {
  const lake = await startFilled()
  const before = await lake.client.getDocument('post')
  for (const patch of [
    { set: { _createdAt: 5, _rev: 'mine', _updatedAt: 'never' } },
    { unset: ['_createdAt', '_rev', '_updatedAt'] },
  ]) {
    const { status, body } = await mutate(lake, { patch: { id: 'post', ...patch } })
    expect(status).toBe(200)
    expect(await lake.client.getDocument('post')).toEqual({
      ...before,
      _rev: body.transactionId,
      _updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
  }
  for (const _createdAt of ['1', 'May 2020', '2020-05-01', '2020-05-01T10:00:00', '2020-15-01T10:00:00Z', 7])
    expect((await lake.client.create({ _type: 'post', _createdAt } as never))._createdAt).not.toBe(_createdAt)
})

it.each(['line\nbreak', 'a#b', '', 'x'.repeat(129), 'ü'])(
  'refuses the transaction id %j',
  async (transactionId) => {
    const lake = await startLake()
    const mutations = [{ create: { _id: 'x', _type: 'p' } }]
    expect(errorOf(await request(lake, 'POST', path, { mutations, transactionId }))).toEqual([
      400,
      expect.stringContaining('A transaction ID has 1 to 128 characters'),
    ])
  },
)

it.each([
  ['/data/mutate/production', '{"mutations":[{"create":{"_id":"x","_type":"p","deep":', '}}]}'],
  ['/data/actions/production', '{"actions":[{"actionType":"sanity.action.document.edit","patch":', '}]}'],
  ['/data/query/production', '{"query":"1","params":{"x":', '}}'],
])('answers 400 to a body nested 100,000 levels deep at %s', async (where, head, tail) => {
  const lake = await startLake()
  const body = `${head}${'['.repeat(100_000)}${']'.repeat(100_000)}${tail}`
  expect(errorOf(await request(lake, 'POST', where, body))).toEqual([
    400,
    'The body is nested deeper than 200 levels',
  ])
})

it('reports the index of the failed mutation', async () => {
  const lake = await startFilled()
  const { body } = await mutate(lake, { create: { _id: 'fine', _type: 'p' } }, { create: post })
  expect(body.error).toMatchObject({ type: 'mutationError', items: [{ index: 1, error: { id: 'post' } }] })
})

it('allows dangling weak references, and both ends of a strong one in one transaction', async () => {
  const { client } = await startFilled()
  await client.create({ _id: 'weak', _type: 'p', to: reference('none', { _weak: true }) })
  await client.create({ _id: 'elsewhere', _type: 'p', to: reference('none', { _dataset: 'other' }) })
  await client.transaction().delete('post').delete('reader').commit()
  await client
    .transaction()
    .create({ _id: 'one', _type: 'p', to: reference('two') })
    .create({ _id: 'two', _type: 'p' })
    .commit()
  await client
    .transaction()
    .delete('two')
    .patch('one', { unset: ['to'] })
    .commit()
  expect(await client.fetch('*[]._id')).toEqual(['elsewhere', 'one', 'weak'])
})

it('lets exactly one of a hundred concurrent patches of the same revision succeed', async () => {
  const { client } = await startFilled()
  for (const round of [1, 2, 3]) {
    const { _rev } = (await client.getDocument('post')) ?? { _rev: '' }
    const attempts = Array.from({ length: 100 }, (_, index) =>
      client
        .patch('post')
        .ifRevisionId(_rev)
        .set({ winner: index })
        .inc({ wins: 1 })
        .setIfMissing({ wins: 0 })
        .commit(),
    )
    const settled = await Promise.allSettled(attempts)
    const won = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const lost = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason.statusCode] : []))
    expect([won.length, new Set(lost)]).toEqual([1, new Set([409])])
    expect(await client.getDocument('post')).toEqual(won[0])
    expect(won[0]?.wins).toBe(round)
  }
})

it('uses a given transaction id and refuses to use it again', async () => {
  const lake = await startFilled()
  const send = () =>
    request(lake, 'POST', path, {
      mutations: [{ patch: { id: 'post', inc: { views: 1 } } }],
      transactionId: 'tx-1',
    })
  expect((await send()).body.transactionId).toBe('tx-1')
  expect(errorOf(await send())).toEqual([409, 'Transaction ID "tx-1" has been used already'])
  const document = await lake.client.getDocument('post')
  expect([document?._rev, document?.views]).toEqual(['tx-1', 2])
  expect(errorOf(await request(lake, 'POST', path, { mutations: [], transactionId: 7 }))[0]).toBe(400)
})

it.each([
  ['mutate', { mutations: [{ patch: { id: 'post', inc: { views: 1 } } }] }],
  [
    'actions',
    {
      actions: [
        {
          actionType: 'sanity.action.document.edit',
          publishedId: 'post',
          draftId: 'drafts.post',
          patch: { inc: { views: 1 } },
        },
      ],
    },
  ],
])(
  'applies a request to /data/%s once, however often it comes with its idempotency key',
  async (name, body) => {
    const lake = await startFilled()
    const send = (headers: Record<string, string>, more: object = {}) =>
      lake.get(`${lake.origin}/v2025-02-19/data/${name}/production?returnDocuments=true`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...body, transactionId: 'tx-1', ...more }),
      })
    const idempotent = { 'Idempotency-Key': 'tx-1' }
    const first = await send(idempotent)
    expect([first.status, await first.clone().json()]).toMatchObject([200, { transactionId: 'tx-1' }])
    const again = await send(idempotent)
    expect([again.status, await again.json()]).toEqual([200, await first.json()])
    expect((await send({})).status).toBe(409)
    expect((await send({ 'Idempotency-Key': 'other' })).status).toBe(409)
    const edited = name === 'mutate' ? 'post' : 'drafts.post'
    expect(await lake.client.getDocument(edited)).toMatchObject({ _rev: 'tx-1', views: 2 })
    expect((await send({ 'Idempotency-Key': 'tx-2' }, { transactionId: 'tx-2' })).status).toBe(200)
    expect(await lake.client.getDocument(edited)).toMatchObject({ _rev: 'tx-2', views: 3 })
  },
)

it('changes nothing with dryRun', async () => {
  const { client } = await startFilled()
  const result = await client.patch('post').set({ title: 'Dry' }).commit({ dryRun: true })
  expect(result.title).toBe('Dry')
  expect((await client.getDocument('post'))?.title).toBe('One')
  await expect(client.delete('post', { dryRun: true })).rejects.toThrow('cannot be deleted')
})

it('answers 400 to invalid bodies, 413 to oversized ones, 401 without the token', async () => {
  const lake = await startLake()
  expect(errorOf(await request(lake, 'POST', path, '{"mutations": ['))[1]).toContain('The body is not JSON')
  expect(errorOf(await request(lake, 'POST', path, '[]'))).toEqual([400, 'The body must be a JSON object'])
  expect(errorOf(await request(lake, 'POST', path, {}))).toEqual([
    400,
    'The body needs "mutations", an array',
  ])
  const wrong = await request(lake, 'POST', `${path}?visibility=bogus`, { mutations: [] })
  expect(errorOf(wrong)).toEqual([400, '"visibility" must be one of sync, async, deferred'])
  expect(await announceBody(lake, path, 10 * 1024 * 1024 + 1)).toBe(413)
  expect((await requestAnonymously(lake, 'POST', path, { mutations: [] })).status).toBe(401)
  expect((await request(lake, 'POST', '/data/mutate/other', { mutations: [] })).status).toBe(404)
})

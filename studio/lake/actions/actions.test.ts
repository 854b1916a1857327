import { expect, it } from 'vitest'
import { request, requestAnonymously, errorOf } from '../test-support/request.ts'
import { startLake, type TestLake } from '../test-support/start-lake.ts'

const path = '/data/actions/production'
const publishedId = 'post'
const draftId = 'drafts.post'
const attributes = { _id: draftId, _type: 'post', title: 'Draft' }
const ids = { publishedId, draftId }

function act(lake: TestLake, ...actions: ({ actionType: string } & Record<string, unknown>)[]) {
  const whole = actions.map((action) => ({
    ...action,
    actionType: `sanity.action.document.${action.actionType}`,
  }))
  return request(lake, 'POST', path, { actions: whole })
}

/** The titles of all posts by document id. */
async function titles({ client }: TestLake): Promise<Record<string, string>> {
  const documents = await client.fetch<{ _id: string; title: string }[]>('*[_type == "post"] | order(_id)')
  return Object.fromEntries(documents.map(({ _id, title }) => [_id, title]))
}

async function startWith(...documents: { _id: string; title: string }[]) {
  const lake = await startLake()
  for (const document of documents) await lake.client.create({ _type: 'post', ...document })
  return lake
}

const published = { _id: publishedId, title: 'Published' }
const draft = { _id: draftId, title: 'Draft' }

it('creates a draft, edits it, publishes it, unpublishes it and discards it, as the Studio does', async () => {
  const lake = await startLake()
  const steps: [Parameters<typeof act>[1], Record<string, string>][] = [
    [{ actionType: 'create', publishedId, attributes, ifExists: 'fail' }, { [draftId]: 'Draft' }],
    [{ actionType: 'edit', ...ids, patch: { set: { title: 'Edited' } } }, { [draftId]: 'Edited' }],
    [{ actionType: 'publish', ...ids }, { post: 'Edited' }],
    [
      { actionType: 'edit', ...ids, patch: { unset: ['_empty_action_guard_pseudo_field_'] } },
      { post: 'Edited', [draftId]: 'Edited' },
    ],
    [
      { actionType: 'edit', ...ids, patch: { diffMatchPatch: { title: '@@ -1,6 +1,7 @@\n Edited\n+!\n' } } },
      { post: 'Edited', [draftId]: 'Edited!' },
    ],
    [{ actionType: 'version.discard', versionId: draftId }, { post: 'Edited' }],
    [{ actionType: 'unpublish', ...ids }, { [draftId]: 'Edited' }],
    [{ actionType: 'discard', draftId }, {}],
  ]
  for (const [action, after] of steps) {
    const { status, body } = await act(lake, action)
    expect([action.actionType, status, body]).toEqual([
      action.actionType,
      200,
      { transactionId: expect.any(String) },
    ])
    expect([action.actionType, await titles(lake)]).toEqual([action.actionType, after])
  }
})

it('publishes in one transaction and keeps the time of creation', async () => {
  const lake = await startWith(published, draft)
  const before = await lake.client.getDocument(draftId)
  const { body } = await act(lake, { actionType: 'publish', ...ids })
  const after = await lake.client.getDocument(publishedId)
  expect(after).toMatchObject({ _rev: body.transactionId, _createdAt: before?._createdAt, title: 'Draft' })
})

it('makes a reference with _strengthenOnPublish strong when its document is published', async () => {
  const lake = await startWith({ _id: 'target', title: 'Target' })
  const to = { _type: 'reference', _ref: 'target', _weak: true }
  const document = {
    ...attributes,
    waits: [{ _key: 'a', ...to, _strengthenOnPublish: { type: 'post' } }],
    stays: { ...to, _strengthenOnPublish: { type: 'post', weak: true } },
    weak: to,
  }
  await act(
    lake,
    { actionType: 'create', publishedId, attributes: document },
    { actionType: 'publish', ...ids },
  )
  expect(await lake.client.getDocument(publishedId)).toMatchObject({
    waits: [{ _key: 'a', _type: 'reference', _ref: 'target' }],
    stays: to,
    weak: to,
  })
  const held = await lake.client.getDocument(publishedId)
  expect(held?.waits[0]).not.toHaveProperty('_weak')
  await expect(lake.client.delete('target')).rejects.toMatchObject({ statusCode: 409 })
})

it('refuses to publish a strengthened reference to an unpublished document', async () => {
  const lake = await startWith({ _id: 'drafts.target', title: 'Target' })
  const waits = { _type: 'reference', _ref: 'target', _weak: true, _strengthenOnPublish: { type: 'post' } }
  await act(lake, { actionType: 'create', publishedId, attributes: { ...attributes, waits } })
  expect(errorOf(await act(lake, { actionType: 'publish', ...ids }))).toEqual([
    409,
    'Document "post" references non-existent document "target"',
  ])
})

it('replaces a draft, deletes a document with its draft, and restores it', async () => {
  const lake = await startWith(published, draft)
  await act(lake, {
    actionType: 'replaceDraft',
    publishedId,
    attributes: { ...attributes, title: 'Restored' },
  })
  expect(await titles(lake)).toEqual({ post: 'Published', [draftId]: 'Restored' })
  await act(lake, { actionType: 'delete', publishedId, includeDrafts: [draftId] })
  expect(await titles(lake)).toEqual({})
  const { status } = await act(
    lake,
    { actionType: 'create', publishedId, attributes, ifExists: 'fail' },
    { actionType: 'replaceDraft', publishedId, attributes: { ...attributes, title: 'Back' } },
  )
  expect([status, await titles(lake)]).toEqual([200, { [draftId]: 'Back' }])
})

it('accepts a draft or version as versionId, as the hosted service documents', async () => {
  const lake = await startLake()
  const version = 'versions.rOne.post'
  const edit = { actionType: 'edit', publishedId, patch: { set: { title: 'Edited' } } }
  const steps: [Parameters<typeof act>[1], Record<string, string>][] = [
    [{ actionType: 'create', publishedId, attributes }, { [draftId]: 'Draft' }],
    [{ ...edit, versionId: draftId }, { [draftId]: 'Edited' }],
    [{ actionType: 'publish', publishedId, versionId: draftId }, { post: 'Edited' }],
    [
      { ...edit, versionId: version },
      { post: 'Edited', [version]: 'Edited' },
    ],
    [{ actionType: 'publish', publishedId, versionId: version }, { post: 'Edited' }],
    [{ actionType: 'unpublish', publishedId, versionId: draftId }, { [draftId]: 'Edited' }],
    [{ actionType: 'discard', versionId: draftId }, {}],
    [{ actionType: 'create', publishedId, attributes }, { [draftId]: 'Draft' }],
    [{ actionType: 'delete', publishedId, includeVersions: [draftId] }, {}],
  ]
  for (const [action, after] of steps) {
    const { status } = await act(lake, action)
    expect([action, status, await titles(lake)]).toEqual([action, 200, after])
  }
})

it('adds array keys, also to the items of an existing draft', async () => {
  const lake = await startLake()
  const keyed = { _key: expect.stringMatching(/^[0-9a-f]{12}$/) }
  const read = (id: string) => lake.client.getDocument(id)
  await act(lake, { actionType: 'create', publishedId, attributes: { ...attributes, list: [{ n: 1 }] } })
  expect((await read(draftId))?.['list']).toEqual([{ ...keyed, n: 1 }])
  const insert = { after: 'list[-1]', items: [{ n: 2 }] }
  await act(lake, { actionType: 'edit', ...ids, patch: { insert, set: { other: [{ n: 3 }] } } })
  expect((await read(draftId))?.['list']).toEqual([
    { ...keyed, n: 1 },
    { ...keyed, n: 2 },
  ])
  expect((await read(draftId))?.['other']).toEqual([{ ...keyed, n: 3 }])
  await lake.client.patch(draftId, { set: { list: [{ n: 4 }] } }).commit()
  expect((await read(draftId))?.['list']).toEqual([{ n: 4 }])
  await act(lake, { actionType: 'publish', ...ids })
  expect((await read(publishedId))?.['list']).toEqual([{ ...keyed, n: 4 }])
})

const patch = { set: { title: 'x' } }
const refused: [what: string, action: Parameters<typeof act>[1], status: number, reason: string][] = [
  [
    'create over a published document',
    { actionType: 'create', publishedId: 'live', attributes: { _type: 'post', _id: 'drafts.live' } },
    409,
    'Document by ID "live" already exists',
  ],
  [
    'create over a draft',
    { actionType: 'create', publishedId, attributes, ifExists: 'fail' },
    409,
    `Document by ID "${draftId}" already exists`,
  ],
  [
    'create under another id',
    { actionType: 'create', publishedId, attributes: { ...attributes, _id: 'drafts.other' } },
    400,
    '"_id" needs the ID of a draft or version of "post"',
  ],
  [
    'create with a published id',
    { actionType: 'create', publishedId, attributes: { ...attributes, _id: 'post' } },
    400,
    '"_id" needs the ID of a draft or version',
  ],
  ['create without attributes', { actionType: 'create', publishedId }, 400, '"attributes" needs an object'],
  [
    'edit of a missing document',
    { actionType: 'edit', publishedId: 'no', draftId: 'drafts.no', patch },
    409,
    'The document with the ID "no" was not found',
  ],
  ['edit without a patch', { actionType: 'edit', ...ids }, 400, '"patch" needs an object'],
  [
    'edit of the published document',
    { actionType: 'edit', publishedId: 'live', draftId: 'live', patch },
    400,
    '"draftId" needs the ID of a draft',
  ],
  [
    'edit with an invalid patch',
    { actionType: 'edit', ...ids, patch: { set: 1 } },
    400,
    '"set" needs an object',
  ],
  [
    'publish without a draft',
    { actionType: 'publish', publishedId: 'live', draftId: 'drafts.live' },
    409,
    'The document with the ID "drafts.live" was not found',
  ],
  [
    'publish with a wrong draft revision',
    { actionType: 'publish', ...ids, ifDraftRevisionId: 'old' },
    409,
    `Document "${draftId}" has unexpected revision ID`,
  ],
  [
    'publish with a wrong version revision',
    { actionType: 'publish', publishedId, versionId: draftId, ifVersionRevisionId: 'old' },
    409,
    `Document "${draftId}" has unexpected revision ID`,
  ],
  [
    'edit with two different version ids',
    { actionType: 'edit', ...ids, versionId: 'versions.r.post', patch },
    400,
    '"versionId" and "draftId" must name the same document',
  ],
  [
    'publish with a wrong published revision',
    { actionType: 'publish', ...ids, ifPublishedRevisionId: 'old' },
    409,
    'Document "post" has unexpected revision ID',
  ],
  [
    'unpublish of a missing document',
    { actionType: 'unpublish', ...ids },
    409,
    'The document with the ID "post" was not found',
  ],
  [
    'unpublish of a referenced document',
    { actionType: 'unpublish', publishedId: 'live', draftId: 'drafts.live' },
    409,
    'Document "live" cannot be deleted as there are references to it from "reader"',
  ],
  [
    'discard of a missing draft',
    { actionType: 'discard', draftId: 'drafts.no' },
    409,
    'The document with the ID "drafts.no" was not found',
  ],
  [
    'discard of a published document',
    { actionType: 'discard', draftId: 'live' },
    400,
    '"draftId" needs the ID of a draft',
  ],
  [
    'delete without naming the existing draft',
    { actionType: 'delete', publishedId, includeDrafts: [] },
    409,
    `"${draftId}" exists and is not named in "includeDrafts"`,
  ],
  [
    'delete of a missing document',
    { actionType: 'delete', publishedId: 'no', includeDrafts: [] },
    409,
    'The document with the ID "no" was not found',
  ],
  [
    'delete with a draft id as publishedId',
    { actionType: 'delete', publishedId: draftId },
    400,
    '"publishedId" needs the ID of a published document',
  ],
  [
    'delete with purge',
    { actionType: 'delete', publishedId, includeDrafts: [draftId], purge: true },
    400,
    'keeps all history',
  ],
  [
    'replaceDraft of a missing document',
    { actionType: 'replaceDraft', publishedId: 'no', attributes: { _id: 'drafts.no', _type: 'post' } },
    409,
    'The document with the ID "no" was not found',
  ],
  [
    'version.create of another document',
    { actionType: 'version.create', publishedId: 'live', versionId: 'versions.r.live', baseId: 'reader' },
    400,
    '"baseId" needs the ID of "live", its draft or a version of it',
  ],
  [
    'version.create from a wrong revision',
    {
      actionType: 'version.create',
      publishedId: 'live',
      versionId: 'versions.r.live',
      baseId: 'live',
      ifBaseRevisionId: 'old',
    },
    409,
    'Document "live" has unexpected revision ID',
  ],
  [
    'version.replace of a missing version',
    { actionType: 'version.replace', document: { _id: 'versions.r.live', _type: 'post' } },
    409,
    'The document with the ID "versions.r.live" was not found',
  ],
  [
    'version.unpublish of an unpublished document',
    { actionType: 'version.unpublish', versionId: 'versions.r.post', publishedId },
    409,
    'The document with the ID "post" was not found',
  ],
  [
    'version.unpublish of a draft',
    { actionType: 'version.unpublish', versionId: 'drafts.live', publishedId: 'live' },
    400,
    '"versionId" needs the ID of a version in a release',
  ],
  [
    'variant.create',
    { actionType: 'variant.create', publishedId: 'live' },
    400,
    'has no variants: it cannot do "sanity.action.document.variant.create"',
  ],
]

it.each(refused)('refuses %s with the reason', async (_what, action, status, reason) => {
  const lake = await startWith(draft, { _id: 'live', title: 'Live' })
  const reads = { _type: 'reference', _ref: 'live' }
  await lake.client.create({ _id: 'reader', _type: 'reader', reads })
  const before = await lake.client.fetch('*')
  const edit = { actionType: 'edit', ...ids, patch: { set: { title: 'never' } } }
  expect(errorOf(await act(lake, edit, action))).toEqual([status, expect.stringContaining(reason)])
  expect(await lake.client.fetch('*')).toEqual(before)
})

it('leaves an existing draft unchanged with ifExists: ignore', async () => {
  const lake = await startWith(draft)
  const { status } = await act(lake, {
    actionType: 'create',
    publishedId,
    attributes: { ...attributes, title: 'New' },
    ifExists: 'ignore',
  })
  expect([status, await titles(lake)]).toEqual([200, { [draftId]: 'Draft' }])
})

it('refuses variants, unknown actions and requests without the token, and names the failed action', async () => {
  const lake = await startWith(draft)
  const send = (...actions: unknown[]) => request(lake, 'POST', path, { actions })
  const variant = { actionType: 'sanity.action.variant.create', variantId: 'vOne' }
  expect(errorOf(await send(variant))).toEqual([400, expect.stringContaining('has no variants')])
  expect(errorOf(await send({ actionType: 'drop' }))).toEqual([400, 'Unknown action type "drop"'])
  expect(errorOf(await send(null))).toEqual([400, 'An action must be an object'])
  expect(errorOf(await send())).toEqual([400, '"actions" is empty'])
  const edit = { actionType: 'sanity.action.document.edit', ...ids, patch }
  const { body } = await send(edit, variant)
  expect(body.error).toMatchObject({ type: 'actionError', items: [{ index: 1 }] })
  expect((await requestAnonymously(lake, 'POST', path, { actions: [edit] })).status).toBe(401)
  expect(await titles(lake)).toEqual({ [draftId]: 'Draft' })
})

it('changes nothing in a dry run, and uses a given transaction id', async () => {
  const lake = await startWith(draft)
  const action = { actionType: 'sanity.action.document.publish' as const, ...ids }
  await lake.client.action(action, { dryRun: true })
  expect(await titles(lake)).toEqual({ [draftId]: 'Draft' })
  expect(await lake.client.action(action, { transactionId: 'mine' })).toMatchObject({ transactionId: 'mine' })
  expect((await lake.client.getDocument(publishedId))?._rev).toBe('mine')
})

import type { ReleaseDocument } from '@sanity/client'
import { expect, it } from 'vitest'
import { errorOf, request } from '../test-support/request.ts'
import { startLake, type TestLake } from '../test-support/start-lake.ts'

const releaseId = 'rOne'
const version = (id: string) => `versions.${releaseId}.${id}`
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

/** Two published posts, one with a version in an active release, and a new post in it that refers to the other one. */
async function startReleased() {
  const lake = await startLake()
  const { client } = lake
  await client.create({ _id: 'one', _type: 'post', title: 'One' })
  await client.create({ _id: 'two', _type: 'post', title: 'Two' })
  await client.releases.create({ releaseId, metadata: { title: 'Autumn', releaseType: 'asap' } })
  await client.createVersion({ releaseId, publishedId: 'one', baseId: 'one' })
  await client.patch(version('one')).set({ title: 'One, released' }).commit()
  const to = { _type: 'reference', _ref: 'one', _weak: true, _strengthenOnPublish: { type: 'post' } }
  await client.createVersion({ releaseId, publishedId: 'new', document: { _type: 'post', title: 'New', to } })
  return lake
}

async function titles({ client }: TestLake): Promise<Record<string, string>> {
  const posts = await client.fetch<{ _id: string; title: string }[]>('*[_type == "post"] | order(_id)')
  return Object.fromEntries(posts.map(({ _id, title }) => [_id, title]))
}

const findRelease = ({ client }: TestLake) =>
  client.releases.get({ releaseId }) as Promise<ReleaseDocument | undefined>

it('creates, edits and publishes a release in one transaction, with strong references', async () => {
  const lake = await startReleased()
  const { client } = lake
  expect(await findRelease(lake)).toMatchObject({
    _id: '_.releases.rOne',
    _type: 'system.release',
    name: 'rOne',
    state: 'active',
    metadata: { title: 'Autumn', releaseType: 'asap' },
  })
  await client.releases.edit({ releaseId, patch: { set: { 'metadata.title': 'Winter' } } })
  const { transactionId } = await client.releases.publish({ releaseId })
  expect(await titles(lake)).toEqual({ new: 'New', one: 'One, released', two: 'Two' })
  const documents = await client.getDocuments(['new', 'one'])
  expect(documents.map((document) => document?._rev)).toEqual([transactionId, transactionId])
  expect(documents[0]?.to).toEqual({ _type: 'reference', _ref: 'one' })
  expect(await findRelease(lake)).toMatchObject({
    state: 'published',
    publishedAt: expect.any(String),
    metadata: { title: 'Winter' },
    finalDocumentStates: [{ id: version('new') }, { id: version('one') }],
  })
})

it('leaves the draft of a published document as it is', async () => {
  const lake = await startReleased()
  await lake.client.create({ _id: 'drafts.one', _type: 'post', title: 'One, drafted' })
  await lake.client.releases.publish({ releaseId })
  expect(await titles(lake)).toMatchObject({ one: 'One, released', 'drafts.one': 'One, drafted' })
})

it('unpublishes a document with its release, and keeps it as a draft', async () => {
  const lake = await startReleased()
  await lake.client.unpublishVersion({ releaseId, publishedId: 'two' })
  expect(await lake.client.getDocument(version('two'))).toMatchObject({
    title: 'Two',
    _system: { delete: true },
  })
  const withRelease = lake.client.withConfig({ perspective: [releaseId] })
  expect(await withRelease.fetch('*[_type == "post"].title')).toEqual(['New', 'One, released'])
  expect(await withRelease.fetch('*[_id == "two"]')).toEqual([])
  await lake.client.releases.publish({ releaseId })
  expect(await titles(lake)).toEqual({ 'drafts.two': 'Two', new: 'New', one: 'One, released' })
  expect(await lake.client.getDocument('drafts.two')).not.toHaveProperty('_system')
  const { body } = await request(lake, 'GET', '/data/history/production/events/documents/two?limit=1')
  expect((body['events'] as { two: unknown[] }).two).toMatchObject([{ type: 'unpublishDocument' }])
})

it('replaces and discards versions, and copies one to the drafts', async () => {
  const lake = await startReleased()
  const { client } = lake
  await client.replaceVersion({
    releaseId,
    publishedId: 'one',
    document: { _type: 'post', title: 'Replaced' },
  })
  await client.unpublishVersion({ releaseId, publishedId: 'one' })
  const { status } = await request(lake, 'POST', '/data/actions/production', {
    actions: [
      {
        actionType: 'sanity.action.document.version.create',
        publishedId: 'one',
        versionId: 'drafts.one',
        baseId: version('one'),
      },
    ],
  })
  expect(status).toBe(200)
  expect(await client.getDocument('drafts.one')).toMatchObject({ title: 'Replaced' })
  expect(await client.getDocument('drafts.one')).not.toHaveProperty('_system')
  await client.discardVersion({ releaseId, publishedId: 'one' })
  expect(await client.getDocument(version('one'))).toBeUndefined()
})

it('archives a release, restores it as it was, and deletes it', async () => {
  const lake = await startReleased()
  const { client } = lake
  const before = await titles(lake)
  await client.releases.archive({ releaseId })
  expect(await titles(lake)).toEqual({ one: 'One', two: 'Two' })
  expect(await findRelease(lake)).toMatchObject({
    state: 'archived',
    finalDocumentStates: [{ id: version('new') }, { id: version('one') }],
  })
  await expect(client.createVersion({ releaseId, publishedId: 'two', baseId: 'two' })).rejects.toThrow(
    'Release "rOne" is archived and cannot change versions.rOne.two',
  )
  await client.releases.unarchive({ releaseId })
  expect(await titles(lake)).toEqual(before)
  expect(await findRelease(lake)).toMatchObject({ state: 'active' })
  await client.releases.archive({ releaseId })
  await client.releases.delete({ releaseId })
  expect([await findRelease(lake), await titles(lake)]).toEqual([undefined, { one: 'One', two: 'Two' }])
})

it('locks the documents of a scheduled release, and unlocks them when it is unscheduled', async () => {
  const lake = await startReleased()
  const { client } = lake
  const publishAt = inAnHour()
  await client.releases.schedule({ releaseId, publishAt })
  expect(await findRelease(lake)).toMatchObject({ state: 'scheduled', publishAt })
  const before = await client.fetch('*')
  const refused: (() => Promise<unknown>)[] = [
    () => client.patch(version('one')).set({ title: 'x' }).commit(),
    () => client.delete(version('one')),
    () => client.createVersion({ releaseId, publishedId: 'two', baseId: 'two' }),
    () => client.discardVersion({ releaseId, publishedId: 'one' }),
    () => client.unpublishVersion({ releaseId, publishedId: 'one' }),
    () => client.releases.publish({ releaseId }),
    () => client.releases.archive({ releaseId }),
    () => client.releases.delete({ releaseId }),
  ]
  for (const act of refused)
    await expect(act()).rejects.toMatchObject({
      statusCode: 409,
      message: expect.stringContaining('Release "rOne" is scheduled'),
    })
  expect(await client.fetch('*')).toEqual(before)
  await client.releases.edit({ releaseId, patch: { set: { 'metadata.title': 'Still editable' } } })
  await client.releases.unschedule({ releaseId })
  await client.patch(version('one')).set({ title: 'Unlocked' }).commit()
  expect(await findRelease(lake)).not.toHaveProperty('publishAt')
})

it.each<[what: string, action: Record<string, unknown>, status: number, reason: string]>([
  ['create of an existing release', { actionType: 'create', releaseId }, 409, 'already exists'],
  ['create without an id', { actionType: 'create' }, 400, '"releaseId" needs'],
  [
    'create of a release named drafts',
    { actionType: 'create', releaseId: 'drafts' },
    400,
    '"releaseId" needs',
  ],
  ['an unknown release', { actionType: 'publish', releaseId: 'rNone' }, 409, 'was not found'],
  ['an unknown action', { actionType: 'toString', releaseId }, 400, 'cannot do'],
  [
    'edit of the state',
    { actionType: 'edit', releaseId, patch: { set: { state: 'published' } } },
    400,
    '"metadata"',
  ],
  [
    'schedule without a time',
    { actionType: 'schedule', releaseId, publishAt: 'soon' },
    400,
    '"publishAt" needs a time',
  ],
  ['unschedule', { actionType: 'unschedule', releaseId }, 409, 'Release "rOne" is active'],
  ['unarchive', { actionType: 'unarchive', releaseId }, 409, 'Release "rOne" is active'],
  ['delete', { actionType: 'delete', releaseId }, 409, 'Release "rOne" is active'],
  [
    'import over an existing release',
    { actionType: 'import', releaseId, attributes: {}, ifExists: 'fail' },
    409,
    'exists',
  ],
])(
  'refuses %s of an active release with the reason',
  async (_what, { actionType, ...rest }, status, reason) => {
    const lake = await startReleased()
    const before = await lake.client.fetch('*')
    const answer = await request(lake, 'POST', '/data/actions/production', {
      actions: [{ actionType: `sanity.action.release.${String(actionType)}`, ...rest }],
    })
    expect(errorOf(answer)).toEqual([status, expect.stringContaining(reason)])
    expect(await lake.client.fetch('*')).toEqual(before)
  },
)

it('finds releases, their documents and the versions of a document in queries', async () => {
  const { client } = await startReleased()
  expect(await client.fetch('releases::all()[].name')).toEqual([releaseId])
  expect(await client.fetch('*[sanity::partOfRelease("rOne")]._id')).toEqual([version('new'), version('one')])
  expect(await client.fetch('*[sanity::versionOf("one")]._id')).toEqual(['one', version('one')])
  const found = await client.request<{ documents: { _id: string }[] }>({
    url: '/data/doc/production/one?includeAllVersions=true',
  })
  expect(found.documents.map(({ _id }) => _id)).toEqual(['one', version('one')])
})

it('keeps what the Studio needs to show and revert a published release', async () => {
  const lake = await startReleased()
  const { transactionId } = await lake.client.releases.publish({ releaseId })
  const path = '/data/history/production'
  const last = await request(lake, 'GET', `${path}/documents/${version('one')}?lastRevision=true`)
  expect(last.body['documents']).toEqual([
    expect.objectContaining({ _id: version('one'), title: 'One, released', _rev: transactionId }),
  ])
  const eventOf = async (id: string) => {
    const { body } = await request(lake, 'GET', `${path}/events/documents/${id}?limit=1`)
    return (body['events'] as Record<string, unknown[]>)[id]?.[0]
  }
  const published = {
    type: 'publishDocumentVersion',
    documentId: 'one',
    versionId: version('one'),
    releaseId,
    publishCause: 'release.publish',
    revisionId: transactionId,
  }
  expect(await eventOf(version('one'))).toMatchObject(published)
  expect(await eventOf('one')).toMatchObject(published)
})

it('imports a scheduled release as an active one, so that it is not published before its documents are there', async () => {
  const lake = await startLake()
  const attributes = {
    _id: '_.releases.rOne',
    _type: 'system.release',
    name: releaseId,
    state: 'scheduled',
    publishAt: '2020-01-01T00:00:00Z',
    metadata: { releaseType: 'scheduled', intendedPublishAt: '2020-01-01T00:00:00Z' },
  }
  const actions = [{ actionType: 'sanity.action.release.import', releaseId, attributes, ifExists: 'replace' }]
  const send = () => request(lake, 'POST', '/data/actions/production', { actions })
  expect([(await send()).status, (await send()).status]).toEqual([200, 200])
  const release = await findRelease(lake)
  expect(release).toMatchObject({ state: 'active', metadata: attributes.metadata })
  expect(release).not.toHaveProperty('publishAt')
})

import { join } from 'node:path'
import { expect, it } from 'vitest'
import { invitePerson, listPeople } from '../people/owner-requests.ts'
import { request, startSession } from '../test-support/request.ts'
import { makeFolder, startLake } from '../test-support/start-lake.ts'

it('copies itself while it serves: documents, history, people, secrets and assets, also those that change meanwhile', async () => {
  const lake = await startLake()
  const upload = (index: number) => lake.client.assets.upload('file', Buffer.from(`file ${index}`))
  const early = []
  for (let index = 0; index < 20; index += 1) early.push(await upload(index))
  const page = await lake.client.create({ _type: 'page', title: 'one' })
  await lake.client.patch(page._id).set({ title: 'two' }).commit()
  await invitePerson(lake, 'Ana', 'editor')

  const target = join(await makeFolder(), 'copy')
  const copying = request(lake, 'POST', '/lake/snapshot', { folder: target })
  for (const [index, { _id }] of early.entries()) {
    await upload(20 + index)
    await lake.client.delete(_id)
  }
  const { status, body } = await copying
  const copy = await startLake({ LAKE_FOLDER: target })
  expect([status, body['documents']]).toEqual([200, await copy.client.fetch('count(*)')])

  const files = await copy.client.fetch<string[]>('*[_type == "sanity.fileAsset"].url')
  expect(files.length).toBeGreaterThan(0)
  for (const url of files) expect([url, (await copy.get(url)).status]).toEqual([url, 200])
  const history = `/v1/data/history/production/transactions/${page._id}?excludeContent=true`
  const [original, copied] = await Promise.all(
    [lake, copy].map(async ({ get, origin }) => (await get(origin + history)).text()),
  )
  expect(copied).toBe(original)
  expect(copy.token).toBe(lake.token)
  expect(await listPeople(copy)).toEqual(await listPeople(lake))
})

it('copies itself for programs of the owner only, and into a new folder only', async () => {
  const lake = await startLake()
  const folder = join(await makeFolder(), 'copy')
  const answer = await fetch(`${lake.origin}/v1/lake/snapshot`, {
    method: 'POST',
    headers: { Cookie: await startSession(lake), 'Content-Type': 'application/json' },
    body: JSON.stringify({ folder }),
  })
  expect(answer.status).toBe(403)
  for (const body of [{ folder: 'relative' }, {}, '{'])
    expect((await request(lake, 'POST', '/lake/snapshot', body)).status).toBe(400)
  expect((await request(lake, 'POST', '/lake/snapshot', { folder: lake.folder })).status).toBe(409)
})

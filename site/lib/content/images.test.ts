import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { createContent } from './content.ts'
import { fetchImage, toLakeUrl } from './images.ts'

const settings = { projectId: 'local', dataset: 'production', perspective: 'published' } as const
const assetId = 'image-abc-800x600-jpg'

it('requests a crop from the local Content Lake', () => {
  const rect = { left: 10, top: 20, width: 300, height: 200 }
  expect(toLakeUrl({ assetId, rect, width: 150 }, { ...settings, apiHost: 'http://127.0.0.1:3333' })).toBe(
    'http://127.0.0.1:3333/images/local/production/abc-800x600.jpg?rect=10%2C20%2C300%2C200&w=150&fm=webp&q=75',
  )
})

it('uses Sanity’s image CDN by default', () => {
  expect(toLakeUrl({ assetId, width: 400 }, settings)).toBe(
    'https://cdn.sanity.io/images/local/production/abc-800x600.jpg?w=400&fm=webp&q=75',
  )
})

it('requests images of a local Content Lake with the token', async () => {
  const lake = createServer((request, response) => response.end(request.headers.authorization)).listen(
    0,
    '127.0.0.1',
  )
  onTestFinished(() => void lake.close())
  await once(lake, 'listening')
  const apiHost = `http://127.0.0.1:${(lake.address() as AddressInfo).port}`
  const content = createContent({ ...settings, apiHost, token: 'abc' })
  expect(String(Buffer.from(await fetchImage({ assetId, width: 80 }, content)))).toBe('Bearer abc')
})

const portrait = { asset: { _ref: assetId } }
const team = { title: 'team', members: [{ role: 'design' }, { role: 'programme', photo: portrait }] }

it.each([
  [
    404,
    team,
    'team, members[1] (programme).photo: could not be read: the image does not exist; choose it again',
  ],
  [503, team, 'team, members[1] (programme).photo: could not be read: status 503'],
  [
    404,
    { intro_es: [{ _type: 'block' }, portrait] },
    'team, intro_es[1]: could not be read: the image does not exist; choose it again',
  ],
  [503, { title: 'team' }, `${assetId}: could not be read: status 503`],
])('names the document and field of an image that answers %i', async (status, result, reason) => {
  const lake = createServer((request, response) => {
    if (request.url?.startsWith('/images/')) response.writeHead(status).end()
    else
      response
        .setHeader('Content-Type', 'application/json')
        .end(JSON.stringify({ result: { document: result } }))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void lake.close())
  await once(lake, 'listening')
  const apiHost = `http://127.0.0.1:${(lake.address() as AddressInfo).port}`
  const content = createContent({ ...settings, apiHost })
  await content.load({ id: 'team', query: '*[_id == "team"][0]', schema: z.unknown() })
  await expect(fetchImage({ assetId, width: 80 }, content)).rejects.toMatchObject({
    code: 'image-unreadable',
    message: reason,
  })
})

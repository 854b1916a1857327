import sharp from 'sharp'
import { expect, it } from 'vitest'
import { cardPaths } from '#domain/pages/card-paths.ts'
import { insertEvent } from '../tests/events.ts'
import { postOne } from '../tests/manage.ts'
import { change } from '../tests/moderate.ts'
import { type Served, serve } from '../tests/serve.ts'
import { pollOptions } from '../tests/poll-options.ts'
import { cardPages } from './cards.ts'

async function read({ base }: Served, path: string): Promise<string> {
  const answer = await fetch(base + path)
  expect([path, answer.status]).toEqual([path, 200])
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  const { width, height } = await sharp(await answer.arrayBuffer()).metadata()
  expect([width, height]).toEqual([1200, 630])
  return answer.headers.get('etag') ?? ''
}

const statusOf = async ({ base }: Served, path: string) => (await fetch(base + path)).status

it('serves a card for each page and category', async () => {
  const served = await serve()
  const paths = [
    ...cardPages.map(({ name }) => cardPaths.page(name)),
    cardPaths.category('jobs'),
    cardPaths.category('community', 'XR/VR/AR/MR'),
  ]
  const tags = new Set<string>()
  for (const path of paths) tags.add(await read(served, path))
  expect(tags.size).toBe(paths.length)
})

it('serves the current state of an event, and 304 to a client that has the card', async () => {
  const served = await serve()
  const id = await insertEvent(served.sql)
  const path = cardPaths.event(id.toUpperCase())
  await expect.poll(() => statusOf(served, path), pollOptions).toBe(200)
  const etag = await read(served, path)
  const again = await fetch(served.base + path, { headers: { 'If-None-Match': etag } })
  expect(again.status).toBe(304)
  await served.sql`update events set status = 'cancelled'`
  await expect.poll(() => read(served, path), pollOptions).not.toBe(etag)
})

it('serves the card of a listing only while the listing is shown', async () => {
  const served = await serve()
  const { id } = await postOne(served.base)
  const path = cardPaths.listing(id)
  const etag = await read(served, path)
  await change(served.base, 'hide', [id])
  expect(await statusOf(served, path)).toBe(404)
  await change(served.base, 'show', [id])
  expect(await read(served, path)).toBe(etag)
  await served.sql`update listings set expires_at = now() - interval '1 hour'`
  expect(await statusOf(served, path)).toBe(404)
})

it('draws a card once for concurrent requests', async () => {
  const served = await serve()
  const { id } = await postOne(served.base)
  const tags = await Promise.all(Array.from({ length: 20 }, () => read(served, cardPaths.listing(id))))
  expect(new Set(tags).size).toBe(1)
})

it.each([
  '/card/none.png',
  '/card/missing.png',
  '/card/event/none.png',
  '/card/listing/none.png',
  '/card/event/6f1c2a53-5f5e-4c0e-9b43-0a5d6f1f8a11.png',
  '/card/listing/6f1c2a53-5f5e-4c0e-9b43-0a5d6f1f8a11.png',
  '/card/category/none.png',
  '/card/category/jobs/none.png',
  '/card/category/jobs/%00.png',
])('answers 404 for %s', async (path) => {
  expect(await statusOf(await serve(), path)).toBe(404)
})

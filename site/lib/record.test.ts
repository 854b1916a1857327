import { afterEach, expect, it, vi } from 'vitest'
import { readFirst } from './record.ts'

/** A page that came with this text in its record's element, or without the element. */
function stubPage(text?: string): void {
  const element = text === undefined ? null : { textContent: text }
  vi.stubGlobal('document', { getElementById: (id: string) => (id === 'record' ? element : null) })
}

function stubApi() {
  const fetched = vi.fn<typeof fetch>(async () => Response.json(['from the API']))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

afterEach(() => vi.unstubAllGlobals())

it('is answered by the record of the same address, without a request', async () => {
  const fetched = stubApi()
  stubPage('{"address":"/api/x","status":200,"next":"/api/x?before=1","body":["\\u003cb>"]}')
  expect(await readFirst('/api/x')).toEqual({ data: ['<b>'], next: '/api/x?before=1' })
  expect(fetched).not.toHaveBeenCalled()
})

it('fails as the API would where the record is a refusal', async () => {
  stubPage('{"address":"/api/x","status":404,"body":"listing not found"}')
  await expect(readFirst('/api/x')).rejects.toMatchObject({
    name: 'ApiError',
    status: 404,
    message: '404: listing not found',
  })
})

it.each([
  ['has no record', undefined],
  ['has the record of another address', '{"address":"/api/y","status":200,"body":[]}'],
  ['has an empty one', ''],
])('asks the API where the page %s', async (_what, text) => {
  const fetched = stubApi()
  stubPage(text)
  expect(await readFirst('/api/x')).toEqual({ data: ['from the API'], next: undefined })
  expect(fetched.mock.calls.map(([url]) => url)).toEqual(['/api/x'])
})

import { afterEach, expect, test, vi } from 'vitest'
import { installLocalFetch } from './local-fetch.ts'

const sent = vi.fn<typeof fetch>(async () => new Response('from the network'))

function openPageAt(address: string): typeof fetch {
  vi.stubGlobal('location', new URL(address))
  vi.stubGlobal('fetch', sent)
  installLocalFetch()
  return globalThis.fetch
}

afterEach(() => {
  vi.unstubAllGlobals()
  sent.mockClear()
})

test.each([
  ['http://localhost:3333', 'http://local.localhost:3333/v1/users/me?a=b'],
  ['http://127.0.0.1:3333', 'http://local.127.0.0.1:3333/v1/users/me?a=b'],
  ['http://[::1]:3333', 'http://local.[::1]:3333/v1/users/me?a=b'],
])('at %s a request to the project’s host name goes to the page’s own origin', async (origin, address) => {
  const init = { credentials: 'include' } as const
  await openPageAt(`${origin}/structure`)(address, init)
  expect(sent).toHaveBeenCalledExactlyOnceWith(`${origin}/v1/users/me?a=b`, init)
})

test.each([
  'http://localhost:3333/v1/users/me',
  'http://local.localhost:1/v1/users/me',
  'https://local.localhost:3333/v1/users/me',
  'https://sanity-cdn.com/other',
  '/studio-settings.json',
])('a request to %s is unchanged', async (address) => {
  const answer = await openPageAt('http://localhost:3333/structure')(address)
  expect(sent).toHaveBeenCalledExactlyOnceWith(address, undefined)
  expect(await answer.text()).toBe('from the network')
})

test('a request object keeps its method, headers and body', async () => {
  const request = new Request('http://local.localhost:3333/v1/x', {
    method: 'POST',
    headers: { 'X-Name': 'a' },
    body: 'text',
  })
  await openPageAt('http://localhost:3333/structure')(request)
  const [redirected] = sent.mock.calls[0] as [Request]
  expect([redirected.url, redirected.method]).toEqual(['http://localhost:3333/v1/x', 'POST'])
  expect([redirected.headers.get('X-Name'), await redirected.text()]).toEqual(['a', 'text'])
})

test('requests to hosted services are answered locally as unavailable', async () => {
  const ask = openPageAt('http://localhost:3333/structure')
  const versions = await ask('https://sanity-cdn.com/v1/modules/sanity/latest/%5E6.16.0/t1')
  expect([versions.status, await versions.json()]).toEqual([200, {}])
  expect((await ask('https://api.sanity.io/vX/intake/feedback', { method: 'POST' })).ok).toBe(false)
  expect(sent).not.toHaveBeenCalled()
})

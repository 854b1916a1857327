import { gunzipSync, brotliDecompressSync } from 'node:zlib'
import { get } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { StoredListing } from '#domain/listings/listing.ts'
import { sendRaw } from './tests/send-raw.ts'
import { refuseSitePath } from './content/studio.ts'
import { hookSecret, listingInput, makeFiles, moderationToken, post, serve } from './tests/serve.ts'

/** A GET that does not decompress the body. */
async function getRaw(address: string, headers: Record<string, string>) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number | undefined
    headers: Record<string, unknown>
    body: Buffer
  }>()
  get(address, { headers }, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', () =>
      resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
    )
  }).on('error', reject)
  return promise
}

const expected = [
  ['content-security-policy', /frame-ancestors 'none'/],
  ['referrer-policy', /^strict-origin-when-cross-origin$/],
  ['x-content-type-options', /^nosniff$/],
] as const

it('refuses a STUDIO_URL that would hide a route or a file', async () => {
  const { routes } = await serve()
  const SITE_URL = 'https://example.org'
  const check = (STUDIO_URL?: string) => () =>
    refuseSitePath({ STUDIO_URL, SITE_URL }, { routes, files: makeFiles() })
  for (const name of [
    'events',
    'api',
    'about',
    'category',
    'images',
    '_astro',
    'calendar',
    'es',
    'fr',
    'embed',
  ])
    for (const path of [`/${name}`, `/${name}/`, `/${name}/studio`])
      expect(check(SITE_URL + path)).toThrow(
        `STUDIO_URL must not be at /${name}, which the site uses: choose another path, such as ${SITE_URL}/studio`,
      )
  for (const url of [
    undefined,
    `${SITE_URL}/studio`,
    `${SITE_URL}/event-desk`,
    'https://studio.example.org/events',
  ])
    expect(check(url)).not.toThrow()
})

describe('every answer', () => {
  it.each([
    ['GET', '/', 200],
    ['GET', '/post', 200],
    ['GET', '/category/jobs', 200],
    ['GET', '/listing/00000000-0000-0000-0000-000000000000', 404],
    ['GET', '/nothing', 404],
    ['GET', '/_astro/a.js', 200],
    ['GET', '/post/', 308],
    ['DELETE', '/post', 405],
    ['OPTIONS', '/post', 204],
    ['OPTIONS', '/api/listings', 204],
    ['GET', '/api/health', 200],
    ['GET', '/api/listings/category/jobs', 200],
    ['GET', '/api/listings/x', 404],
    ['GET', '/api/nothing', 404],
    ['POST', '/api/listings', 415],
  ])(
    'fault 60, 61, 71: carries the security headers, and lets no other site read it: %s %s',
    async (method, path, status) => {
      const { base } = await serve()
      // Also asks for permission before a request of another site, with OPTIONS.
      const foreign = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' }
      const response = await fetch(base + path, { method, headers: foreign, redirect: 'manual' })
      expect(response.status).toBe(status)
      for (const [name, value] of expected) expect(response.headers.get(name)).toMatch(value)
      const isDocument = response.headers.get('content-type')?.startsWith('text/html') ?? false
      for (const name of ['cross-origin-opener-policy', 'permissions-policy'])
        expect(response.headers.has(name)).toBe(isDocument)
      expect(response.headers.get('content-security-policy')).not.toContain('unsafe-inline')
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    },
  )

  it.each([
    ['bytes that are not HTTP', 'hello\r\n\r\n', 400],
    ['headers that are too large', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['a request without a host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n', 400],
    [
      'an unknown Expect header',
      'GET / HTTP/1.1\r\nHost: x\r\nExpect: the-unexpected\r\nConnection: close\r\n\r\n',
      417,
    ],
    ['an invalid host', 'GET / HTTP/1.1\r\nHost: a/b\r\nConnection: close\r\n\r\n', 400],
    [
      'two Content-Length headers',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
    [
      'both Content-Length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
    ['bare LF', 'GET / HTTP/1.1\nHost: x\nConnection: close\n\n', 400],
    ['bare LF between headers', 'GET / HTTP/1.1\r\nHost: x\nX: y\r\nConnection: close\r\n\r\n', 400],
    ['a whole address', 'GET http://x/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
    [
      'the address of another host',
      'GET http://evil.example/about HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      400,
    ],
  ])('fault 61, 65: carries them when Node itself refuses the request: %s', async (_what, bytes, status) => {
    const { port } = await serve()
    const answer = (await sendRaw(port, bytes)).toLowerCase()
    expect(answer).toContain(`http/1.1 ${status} `)
    for (const name of ['content-security-policy', 'x-content-type-options']) expect(answer).toContain(name)
  })
})

describe('a page', () => {
  it('allows its inline style by hash', async () => {
    const { base } = await serve()
    const policy = (await fetch(base)).headers.get('content-security-policy')
    expect(policy).toMatch(/style-src 'self' 'sha256-[\w+/=]{44}'; /)
  })

  it.each([
    ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
    ['gzip', 'gzip;q=1.0, br;q=0', gunzipSync],
    [undefined, 'identity', (body: Buffer) => body],
    [undefined, 'deflate', (body: Buffer) => body],
  ])('is sent as %s to a browser that accepts %s', async (encoding, accepted, decode) => {
    const { base } = await serve()
    const { headers, body } = await getRaw(`${base}/_astro/a.js`, { 'Accept-Encoding': accepted })
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers['vary']).toBe('Accept-Encoding')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(decode(body).toString()).toBe('/* a */'.repeat(50))
  })

  it('is not sent again to a browser that has it', async () => {
    const { base } = await serve()
    const first = await getRaw(base, { 'Accept-Encoding': 'br' })
    const etag = String(first.headers['etag'])
    const again = await getRaw(base, { 'Accept-Encoding': 'br', 'If-None-Match': `"other", W/${etag}` })
    expect([again.status, again.body.length, again.headers['etag']]).toEqual([304, 0, etag])
    const otherEncoding = await getRaw(base, { 'Accept-Encoding': 'identity', 'If-None-Match': etag })
    expect(otherEncoding.status).toBe(first.headers['content-encoding'] ? 200 : 304)
  })

  it('has no body in the answer to HEAD', async () => {
    const { base } = await serve()
    const response = await fetch(`${base}/post`, { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(response.headers.get('etag')).toBeTruthy()
  })

  it.each([
    '/post',
    '/nothing',
    '/_astro/a.js',
    '/api/listings/category/jobs',
    '/api/listings/x',
    '/api/events',
  ])('has the same Content-Length in the answer to HEAD: %s', async (path) => {
    const { base } = await serve()
    for (const encoding of ['identity', 'br']) {
      const headers = { 'Accept-Encoding': encoding }
      const { body } = await getRaw(base + path, headers)
      const head = await fetch(base + path, { method: 'HEAD', headers })
      expect([head.headers.get('content-length'), await head.text()]).toEqual([String(body.length), ''])
    }
  })

  it('of a listing answers 200, or 404 if there is no such listing', async () => {
    const { base } = await serve()
    const { id } = (await (await post(base, listingInput())).json()) as StoredListing
    const statusOf = async (path: string) => (await fetch(base + path)).status
    expect(await statusOf(`/listing/${id}`)).toBe(200)
    expect(await statusOf('/listing/00000000-0000-4000-8000-000000000000')).toBe(404)
    const nonsense = await fetch(`${base}/listing/nonsense`)
    expect([nonsense.status, await nonsense.text()]).toEqual([404, expect.not.stringContaining('404.html')])
  })

  it.each([
    '/index.html',
    '/404.html',
    '/listing',
    '/category',
    '/category/a/b/c',
    '/post/x',
    '/..%2fpackage.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/.env',
    '/_astro/a.js.map',
    '/_astro/',
    '/%00',
    '/%E0%A4%A',
  ])('fault 63: does not exist at any other path: %s', async (path) => {
    const { base } = await serve()
    const response = await fetch(base + path)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('404.html')
  })

  it('redirects to its path without a trailing slash, never to another host', async () => {
    const { base, port } = await serve()
    const response = await fetch(`${base}/category/jobs/?a=1`, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([308, '/category/jobs?a=1'])
    const answer = await sendRaw(
      port,
      `GET //evil.example/ HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`,
    )
    expect(/location: (\S+)/i.exec(answer)?.[1]).toBe('/evil.example')
  })
})

describe('the log', () => {
  it('fault 35, 61, 70: has a line for each request with its id, and never a contact', async () => {
    const { base, sql, logged } = await serve()
    const contact = 'canary-7261@example.org'
    const response = await post(base, listingInput({ contact }))
    await post(base, listingInput({ contact, [contact]: 1, title: '' }))
    await post(base, `{"contact": "${contact}"`)
    // Postgres quotes the whole row in its error for a violated constraint.
    await sql`alter table all_listings add constraint never check (title <> 'never') not valid`
    const failed = await post(base, listingInput({ contact, title: 'never' }))
    expect(failed.headers.get('x-content-type-options')).toBe('nosniff')
    expect([failed.status, await failed.text()]).toEqual([
      500,
      'something went wrong on our side, try again in a moment',
    ])
    await fetch(`${base}/api/listings/category/jobs?before=${contact}`)
    const lines = logged()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines[0]).toMatchObject({ method: 'POST', path: '/api/listings', status: 201 })
    expect(lines[0]?.['request']).toBe(response.headers.get('x-request-id'))
    expect(lines[3]).toMatchObject({ status: 500, error: { code: '23514', constraint: 'never' } })
    expect(logged()).not.toContain('canary')
    const health = await (await fetch(`${base}/api/health`)).text()
    expect(health + logged()).not.toMatch(new RegExp(`${hookSecret}|${moderationToken}`))
  })
})

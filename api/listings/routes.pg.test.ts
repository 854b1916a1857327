import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { PostedListing, StoredListing } from '#domain/listings/listing.ts'
import { sendRaw } from '../tests/send-raw.ts'
import { listingInput, post, serve } from '../tests/serve.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

describe('POST /api/listings', () => {
  it('stores the optional fields of its category, and answers them', async () => {
    const { base } = await serve()
    const job = { category: 'jobs', subcategory: 'product', company: 'Acme', payFrom: '$85,000', price: '1' }
    const posted = (await (await post(base, listingInput(job))).json()) as PostedListing
    const kept = { company: 'Acme', payFrom: 85_000, payCurrency: 'USD', payPeriod: 'year' }
    expect(posted).toMatchObject(kept)
    expect(posted).not.toHaveProperty('price')
    expect(posted).not.toHaveProperty('details')
    const read = (await (await fetch(`${base}/api/listings/${posted.id}`)).json()) as object
    expect(read).toMatchObject(kept)
    expect(read).not.toHaveProperty('details')
    const plain = (await (await post(base, listingInput())).json()) as PostedListing
    expect(Object.keys(plain).filter((name) => name in kept || name === 'details')).toEqual([])
  })

  it('answers 201 with the stored listing and its location, after the commit', async () => {
    const { base, sql } = await serve()
    const response = await post(base, listingInput())
    const listing = (await response.json()) as StoredListing
    expect(response.status).toBe(201)
    expect(response.headers.get('location')).toBe(`/api/listings/${listing.id}`)
    expect(listing).toEqual({
      ...listingInput(),
      id: expect.stringMatching(uuid),
      createdAt: expect.stringMatching(instant),
      expiresAt: expect.stringMatching(instant),
      manageToken: expect.stringMatching(/^[\w-]{43}$/),
    })
    const rows = await sql`select title, contact from listings where id = ${listing.id}`
    expect(rows[0]).toEqual({ title: 'Room in the Mission', contact: 'room@example.org' })
  })

  it('takes slugs and stores names', async () => {
    const { base } = await serve()
    const slugs = { category: 'community', subcategory: 'xr-vr-ar-mr', location: 'nyc' }
    const response = await post(base, listingInput(slugs))
    expect(await response.json()).toMatchObject({ subcategory: 'XR/VR/AR/MR', location: 'NYC' })
  })

  it('names every invalid field in one line', async () => {
    const { base } = await serve()
    const response = await post(base, listingInput({ title: ' ', location: 'LA' }))
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(await response.text()).toBe('enter a title; choose a location: SF or NYC')
  })

  type Case = [what: string, body: unknown, text: string]
  it.each<Case>([
    ['malformed JSON', '{"title":', 'this is not valid JSON'],
    ['an empty body', '', 'this is not valid JSON'],
    ['an array', [], 'send the listing as one JSON object'],
    ['a number', 7, 'send the listing as one JSON object'],
    ['null', null, 'send the listing as one JSON object'],
    ['60,000 brackets', '['.repeat(30_000) + ']'.repeat(30_000), 'send the listing as one JSON object'],
    ['an id', listingInput({ id: randomUUID() }), 'unknown field: "id"'],
    ...['createdAt', 'expiresAt', 'status', 'editToken', 'manageToken', 'withheld'].map(
      (name) => [name, listingInput({ [name]: '2030-01-01' }), `unknown field: "${name}"`] satisfies Case,
    ),
    ['two lines', listingInput({ title: 'a\nb' }), 'title must be one line'],
    ['a number for a title', listingInput({ title: 5 }), 'title must be text'],
    ['invalid UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), 'this is not valid UTF-8'],
    ['the wrong pairing', listingInput({ category: 'jobs' }), 'choose a subcategory of jobs'],
    ['unknown category', listingInput({ category: 'cars' }), 'choose a category; choose a subcategory'],
  ])('fault 40, 42, 45, 53, 71: refuses %s in plain words', async (_what, body, text) => {
    const { base, sql } = await serve()
    const response = await post(base, body)
    expect(response.status).toBe(400)
    const answer = await response.text()
    expect(answer).toMatch(text)
    expect(answer).not.toContain('\n')
    expect(await sql`select from listings`).toHaveLength(0)
  })

  it('fault 43: refuses prototype keys and does not pollute the prototype', async () => {
    const { base } = await serve()
    const fields = JSON.stringify(listingInput()).slice(1)
    const response = await post(base, `{"__proto__":{"admin":true},"constructor":1,${fields}`)
    expect(response.status).toBe(400)
    const query = '__proto__[admin]=1&constructor.prototype.admin=1'
    for (const path of ['/api/search?q=a', '/events?topic=a'])
      expect((await fetch(`${base}${path}&${query}`)).status).toBe(200)
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })

  it('fault 44, 45: keeps other scripts and emoji, leaves out NUL and half a surrogate pair, and normalizes line breaks', async () => {
    const { base } = await serve()
    const title = 'שלום 你好 🏠👩‍👩‍👧'
    const written = {
      title: `${title}\0\ud83d`,
      description: 'eins\r\nzwei\r\rdrei <script>alert(1)</script>',
    }
    const posted = (await (await post(base, listingInput(written))).json()) as StoredListing
    const read = (await (await fetch(`${base}/api/listings/${posted.id}`)).json()) as StoredListing
    expect(read.title).toBe(title)
    expect(read.description).toBe('eins\nzwei\n\ndrei <script>alert(1)</script>')
  })
})

describe('GET /api/listings/{id}', () => {
  it('fault 52: answers the fields of the listing’s page and no others, for an id in upper case, too', async () => {
    const { base } = await serve()
    const posted = (await (await post(base, listingInput())).json()) as PostedListing
    const { id, expiresAt: _, manageToken: __, ...stored } = posted
    const response = await fetch(`${base}/api/listings/${id.toUpperCase()}`)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual(stored)
  })

  it.each([
    ['something that is not a UUID', 'abc', 404],
    ['a UUID with a tail', `${randomUUID()}0`, 404],
    ['NUL', '%00', 404],
    ['a broken escape', '%E0%A4%A', 404],
    ['the nil UUID', '00000000-0000-0000-0000-000000000000', 404],
    ['an unknown id', randomUUID(), 404],
    ['an unknown id of version 7', '01932c07-209f-7bd0-8f4f-08bbc0d5b1a0', 404],
  ])('fault 45, 52: answers %s with 404, as documented, and one line', async (_what, id, status) => {
    const { base } = await serve()
    const response = await fetch(`${base}/api/listings/${id}`)
    expect(response.status).toBe(status)
    expect(await response.text()).toMatch(/^listing not found$/)
  })
})

describe('the paths under /api', () => {
  it.each([
    ['PUT', '/api/listings', 'POST, OPTIONS'],
    ['GET', '/api/listings', 'POST, OPTIONS'],
    ['PUT', `/api/listings/${randomUUID()}`, 'GET, HEAD, PATCH, DELETE, OPTIONS'],
    ['GET', `/api/listings/${randomUUID()}/renew`, 'POST, OPTIONS'],
    ['PATCH', `/api/listings/${randomUUID()}/edit`, 'POST, OPTIONS'],
    ['DELETE', `/api/listings/${randomUUID()}/delete`, 'POST, OPTIONS'],
    ['POST', '/api/listings/category/jobs', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/api/listings/category/jobs/product', 'GET, HEAD, OPTIONS'],
    ['POST', '/api/health', 'GET, HEAD, OPTIONS'],
    ['POST', '/', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/post', 'GET, HEAD, OPTIONS'],
  ])('fault 57, 58: refuse %s %s with 405 and the allowed methods', async (method, path, allow) => {
    const { base, port } = await serve()
    const response = await fetch(base + path, { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe(allow)
    const options = await fetch(base + path, { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([204, allow])
    // fetch cannot send it.
    const traced = await sendRaw(port, `TRACE ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect([traced.split('\r\n')[0], /^allow: (.*)\r$/im.exec(traced)?.[1]]).toEqual([
      'HTTP/1.1 405 Method Not Allowed',
      allow,
    ])
  })

  it.each(['/api/', '/api/nothing', '/api/listings/', '/api/listings/category', '/api/listings/a/b/c/d'])(
    'answer 404 in plain text at %s',
    async (path) => {
      const { base } = await serve()
      const response = await fetch(base + path)
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
    },
  )

  it('answer HEAD like GET, without a body', async () => {
    const { base } = await serve()
    const [head, get] = await Promise.all(
      ['HEAD', 'GET'].map((method) => fetch(`${base}/api/listings/category/jobs`, { method })),
    )
    expect(head?.status).toBe(200)
    expect(await head?.text()).toBe('')
    expect(head?.headers.get('content-type')).toBe(get?.headers.get('content-type'))
  })
})

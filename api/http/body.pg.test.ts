import { describe, expect, it } from 'vitest'
import { sendRaw } from '../tests/send-raw.ts'
import { listingInput, post, serve } from '../tests/serve.ts'

const jsonType = 'application/json'
const form = (fields: Record<string, unknown>) => new URLSearchParams(fields as Record<string, string>)

describe('a body', () => {
  it.each([
    ['text/plain', 415],
    ['multipart/form-data; boundary=x', 415],
    ['', 415],
    ['application/jsonp', 415],
    [`${jsonType}; charset=latin1`, 415],
    [`${jsonType}; charset=utf-8`, 201],
    ['Application/JSON', 201],
  ])('fault 41: of the type %j is answered with %i', async (type, status) => {
    const { base, sql } = await serve()
    const response = await post(base, JSON.stringify(listingInput()), { 'Content-Type': type })
    expect(response.status).toBe(status)
    expect(await sql`select from listings`).toHaveLength(status === 201 ? 1 : 0)
  })

  it('fault 36, 39, 61: that announces more than 64 KB is refused before it is read', async () => {
    const { port } = await serve()
    const head = `POST /api/listings HTTP/1.1\r\nHost: x\r\nContent-Type: ${jsonType}\r\nContent-Length: 65537\r\n\r\n`
    expect(await sendRaw(port, head)).toMatch(
      /^HTTP\/1\.1 413 [\s\S]*x-content-type-options: nosniff[\s\S]*this is too large: at most 64 KB$/i,
    )
  })

  it('fault 36, 39: that grows past 64 KB without announcing it is refused', async () => {
    const { port, sql } = await serve()
    const head = `POST /api/listings HTTP/1.1\r\nHost: x\r\nContent-Type: ${jsonType}\r\nTransfer-Encoding: chunked\r\n\r\n`
    const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`
    expect(await sendRaw(port, head, chunk, chunk)).toMatch(/^HTTP\/1\.1 413 /)
    expect(await sql`select from listings`).toHaveLength(0)
  })

  it('of exactly 64 KB is read', async () => {
    const { base } = await serve()
    const input = JSON.stringify(listingInput())
    const response = await post(base, input + ' '.repeat(65_536 - input.length))
    expect(response.status).toBe(201)
  })

  it('fault 40: that begins with a byte order mark is read', async () => {
    const { base } = await serve()
    expect((await post(base, `\ufeff${JSON.stringify(listingInput())}`)).status).toBe(201)
  })
})

describe('a form', () => {
  it('of our own page is stored and redirects to its listing', async () => {
    const { base } = await serve()
    const response = await fetch(`${base}/api/listings`, {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'same-origin' },
      body: form(listingInput({ description: 'one\r\ntwo' })),
      redirect: 'manual',
    })
    expect([response.status, response.headers.get('cache-control')]).toEqual([303, 'no-store'])
    const place = response.headers.get('location') ?? ''
    expect(place).toMatch(/^\/listing\/[0-9a-f-]{36}#manage=[\w-]{43}$/)
    const read = await fetch(`${base}/api/listings/${place.slice('/listing/'.length).split('#')[0]}`)
    expect(await read.json()).toMatchObject({ description: 'one\ntwo' })
  })

  it.each([
    ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
    ['a sibling site', { 'Sec-Fetch-Site': 'same-site' }],
    ['another origin in an old browser', { Origin: 'https://evil.example' }],
    ['a page without an origin', { Origin: 'null' }],
    ['an unknown origin', {}],
  ])('fault 41: from %s is refused', async (_where, headers) => {
    const { base, sql } = await serve()
    const response = await fetch(`${base}/api/listings`, {
      method: 'POST',
      headers,
      body: form(listingInput()),
    })
    expect(response.status).toBe(403)
    expect(await response.text()).toBe('a listing can only be posted with this site’s form')
    expect(await sql`select from listings`).toHaveLength(0)
  })

  it('of our own origin in an old browser is stored', async () => {
    const { base } = await serve()
    const init = { method: 'POST', body: form(listingInput()), redirect: 'manual' } as const
    for (const origin of [base, 'http://site.test']) {
      const response = await fetch(`${base}/api/listings`, { ...init, headers: { Origin: origin } })
      expect(response.status).toBe(303)
    }
  })

  it.each([
    ['title=%ff', 'this is not valid UTF-8'],
    ['title=a%0Ab&category=jobs', /^choose a subcategory; title must be one line; /],
    ['', /^choose a category; choose a subcategory; enter a title; /],
  ])('that is invalid is refused with a message: %j', async (body, text) => {
    const { base } = await serve()
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const response = await post(base, body, { ...type, 'Sec-Fetch-Site': 'same-origin' })
    expect(response.status).toBe(400)
    expect(await response.text()).toMatch(text)
  })
})

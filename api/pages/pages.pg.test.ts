import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { StoredListing } from '#domain/listings/listing.ts'
import type { PageView } from '#domain/pages/page-view.ts'
import { withholdListing } from '../moderation/state-queries.ts'
import { openTestDatabase } from '../tests/database.ts'
import { insertEvent } from '../tests/events.ts'
import { readView } from '../tests/read-page.ts'
import { listingInput, post, serve, serveOver } from '../tests/serve.ts'
import { pollOptions } from '../tests/poll-options.ts'

const missingId = '00000000-0000-4000-8000-000000000000'

/** Reads the view that a page was rendered with. In these tests, pages contain nothing else. */
async function open(address: string, init?: RequestInit) {
  const response = await fetch(address, init)
  return { status: response.status, headers: response.headers, view: readView(await response.text()) }
}

async function postOne(base: string, fields: Record<string, unknown> = {}): Promise<StoredListing> {
  return (await (await post(base, listingInput(fields))).json()) as StoredListing
}

describe('the page of a listing', () => {
  it.each([String, (id: string) => id.toUpperCase()])('ignores the letter case of its id', async (write) => {
    const { base } = await serve()
    const { id: posted } = await postOne(base)
    const id = write(posted)
    const { status, headers, view } = await open(`${base}/listing/${id}?from=mail`)
    const listing = (await (await fetch(`${base}/api/listings/${id}`)).json()) as unknown
    const more = { expiresAt: expect.any(String), more: [] }
    expect([status, view]).toEqual([
      200,
      { page: 'listing', state: 'shown', id, listing, ...more, flash: undefined },
    ])
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src/,
    )
  })

  it('lists the newest other listings of its subcategory and city', async () => {
    const { base } = await serve()
    const place = { category: 'jobs', subcategory: 'design ux', location: 'NYC' } as const
    const { id } = await postOne(base, place)
    const readMore = async () => {
      const { view } = await open(`${base}/listing/${id}`)
      return (view as { more: { title: string }[] }).more.map(({ title }) => title)
    }
    expect(await readMore()).toEqual([])
    await postOne(base, { ...place, title: 'another' })
    await postOne(base, { ...place, title: 'elsewhere', location: 'SF' })
    await postOne(base, { ...place, title: 'of another kind', subcategory: 'product' })
    expect(await readMore()).toEqual(['another'])
  })

  it('answers 404 for an unknown id', async () => {
    const { base } = await serve()
    const { status, view } = await open(`${base}/listing/${missingId}`)
    expect([status, view]).toEqual([404, { page: 'listing', state: 'missing' }])
  })

  async function sendForm(base: string, path: string, fields: Record<string, string>) {
    const answer = await fetch(base + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Sec-Fetch-Site': 'same-origin' },
      body: new URLSearchParams(fields),
    })
    const [page = '', token = ''] = answer.headers.get('location')?.split('#manage=') ?? []
    return { page, token, Cookie: answer.headers.get('set-cookie')?.replace(/;.*/s, '') ?? '' }
  }

  it('tells the poster once, by a cookie, that it is posted, saved or renewed; these answers are not cached', async () => {
    const { base } = await serve()
    const typed = listingInput() as Record<string, string>
    const { page, token, Cookie } = await sendForm(base, '/api/listings', typed)
    const first = await open(base + page, { headers: { Cookie } })
    expect(first.view).toMatchObject({ state: 'shown', flash: { did: 'posted', token } })
    expect(first.headers.get('cache-control')).toBe('no-store')
    expect(first.headers.get('set-cookie')).toMatch(/^posted=; Max-Age=0; Path=\/listing\//)
    const others = await open(base + page)
    expect(others.view).not.toHaveProperty('flash')
    for (const [action, did] of Object.entries({ edit: 'saved', renew: 'renewed' })) {
      const changed = await sendForm(base, `/api${page.replace('listing', 'listings')}/${action}`, {
        ...typed,
        token,
      })
      expect(changed.page).toBe(page)
      const { view } = await open(base + page, { headers: { Cookie: changed.Cookie } })
      expect(view).toMatchObject({ state: 'shown', flash: { did } })
    }
  })

  it('shows a held listing with the reason to its poster, and to nobody who makes up the cookie', async () => {
    const { base, sql } = await serve()
    const { page, token, Cookie } = await sendForm(
      base,
      '/api/listings',
      listingInput() as Record<string, string>,
    )
    const id = page.slice('/listing/'.length)
    await withholdListing(sql, id, { state: 'held', by: 'limit', hours: 24 })
    const own = await open(base + page, { headers: { Cookie } })
    expect(own.view).toMatchObject({
      state: 'withheld',
      own: {
        listing: { title: 'Room in the Mission', withheld: { by: 'limit', showAt: expect.any(String) } },
      },
    })
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'no-store'])
    // The form of a held listing has a field for a dispute, which is not one of the listing.
    const typed = { ...(listingInput() as Record<string, string>), title: 'Another room', token, dispute: '' }
    const edited = await sendForm(base, `/api/listings/${id}/edit`, typed)
    const saved = await open(base + page, { headers: { Cookie: edited.Cookie } })
    expect(saved.view).toMatchObject({ own: { flash: { did: 'saved' }, listing: { title: 'Another room' } } })
    for (const forged of [`posted=${id}`, `posted=posted.${'a'.repeat(43)}`, 'posted=posted.']) {
      const { view } = await open(base + page, { headers: { Cookie: forged } })
      expect(view).toEqual({ page: 'listing', state: 'withheld', id })
    }
  })
})

describe('the page of an event', () => {
  it('shows it, or answers 404', async () => {
    const { sql, url } = await openTestDatabase()
    const id = await insertEvent(sql, {})
    const { base } = await serveOver({ sql, url })
    const [event] = (await (await fetch(`${base}/api/events`)).json()) as unknown[]
    const found = await open(`${base}/event/${id.toUpperCase()}`)
    expect([found.status, found.view]).toEqual([
      200,
      { page: 'event', state: 'shown', event, others: { count: 0, first: [] }, isPast: true },
    ])
    const missing = await open(`${base}/event/${missingId}`)
    expect([missing.status, missing.view]).toEqual([404, { page: 'event', state: 'missing' }])
  })
})

describe('the page of a category', () => {
  const shown = { page: 'category', state: 'shown', city: undefined, isOlder: false, next: undefined }

  it.each([
    ['/category/community/XR-VR-AR-MR', 'community', 'XR-VR-AR-MR'],
    ['/category/COMMUNITY/xr-vr-ar-mr', 'COMMUNITY', 'xr-vr-ar-mr'],
    ['/category/chat%20groups?x=1', 'chat groups', undefined],
  ])('exists at %s without listings', async (path, category, subcategory) => {
    const { base } = await serve()
    const { status, view } = await open(base + path)
    expect([status, view]).toEqual([200, withoutAbsent({ ...shown, category, subcategory, listings: [] })])
  })

  it('shows the newest listings and links to older ones, page by page', async () => {
    const { base, sql } = await serve()
    await sql`
      insert into listings (category, subcategory, title, description, contact, location, created_at)
      select 'jobs', 'product', 'a < b ' || n, 'text', 'a@example.org', 'SF', now() - n * interval '1 second'
      from generate_series(1, 130) as n
    `
    const titles: string[] = []
    const sizes: number[] = []
    let path: string | undefined = '/category/jobs/product?city=SF'
    while (path) {
      const view: PageView = (await open(base + path)).view
      if (view.page !== 'category' || view.state !== 'shown') throw new Error('no category is shown')
      expect([view.isOlder, view.city]).toEqual([sizes.length > 0, 'SF'])
      sizes.push(view.listings.length)
      titles.push(...view.listings.map(({ title }) => title))
      path = view.next
    }
    expect(sizes).toEqual([50, 50, 30])
    expect(titles).toEqual(Array.from({ length: 130 }, (_, index) => `a < b ${index + 1}`))
  })

  it.each([
    ['nyc', ['in NYC']],
    ['LA', ['in SF', 'in NYC']],
  ])('with ?city=%s shows %j', async (city, titles) => {
    const { base, sql } = await serve()
    for (const each of ['SF', 'NYC'])
      await sql`
        insert into listings (category, subcategory, title, description, contact, location)
        values ('jobs', 'product', ${`in ${each}`}, 'x', 'x', ${each})
      `
    const { view } = await open(`${base}/category/jobs?city=${city}`)
    const listings = view.page === 'category' && view.state === 'shown' ? view.listings : []
    expect(listings.map(({ title }) => title).toSorted()).toEqual(titles.toSorted())
  })

  it('starts with the newest listings if the cursor is invalid', async () => {
    const { base } = await serve()
    const { status, view } = await open(`${base}/category/jobs?before=nothing`)
    expect([status, view]).toMatchObject([200, { isOlder: false }])
  })

  it.each([
    '/category/win-a-prize',
    '/category/jobs/win-a-prize',
    '/category/%3Cb%3E/a%2Fb',
    '/category/jobs/a%00b',
  ])('is not found at %s; the API answers an empty list', async (path) => {
    const { base } = await serve()
    const page = await fetch(base + path)
    expect(page.status).toBe(404)
    const answer = await fetch(base + path.replace('/category', '/api/listings/category'))
    // Postgres refuses NUL, so the API answers 400.
    expect(answer.status).toBe(path.includes('%00') ? 400 : 200)
  })

  it('suggests similar names for an unknown subcategory', async () => {
    const { base } = await serve()
    const { status, view } = await open(`${base}/category/jobs/enginering`)
    expect([status, view]).toMatchObject([
      404,
      { state: 'missing', near: [{ category: 'jobs', subcategory: 'engineering' }, {}, {}, {}] },
    ])
  })

  it('exists for a name outside the catalogue until its last listing is gone', async () => {
    const { base, sql } = await serve()
    await sql`
      insert into listings (category, subcategory, title, description, contact, location)
      values ('win a prize', 'here', 'by hand', 'x', 'x', 'SF')
    `
    expect((await open(`${base}/category/win-a-prize/here`)).status).toBe(200)
    expect((await open(`${base}/category/win-a-prize/here?city=NYC`)).status).toBe(200)
    expect((await fetch(`${base}/category/win-a-prize/there`)).status).toBe(404)
    await sql`delete from listings`
    await expect
      .poll(async () => (await fetch(`${base}/category/win-a-prize/here`)).status, pollOptions)
      .toBe(404)
  })
})

it('the post form preselects the city in its address', async () => {
  const { base } = await serve()
  const { status, view } = await open(`${base}/post?city=nyc`)
  expect([status, view]).toEqual([200, { page: 'post', city: 'NYC' }])
})

describe('a rendered page', () => {
  async function getRaw(address: string, headers: Record<string, string>) {
    const [response] = (await once(get(address, { headers }), 'response')) as [IncomingMessage]
    return { status: response.statusCode, headers: response.headers, body: await buffer(response) }
  }

  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    [undefined, 'identity', (body: Buffer) => body],
  ])('is sent as %s for Accept-Encoding: %s, then answers 304', async (encoding, accepted, decode) => {
    const { base } = await serve()
    const { id } = await postOne(base)
    const address = `${base}/listing/${id}`
    const { headers, body } = await getRaw(address, { 'Accept-Encoding': accepted })
    expect([headers['content-encoding'], headers['vary'], headers['cache-control']]).toEqual([
      encoding,
      'Accept-Encoding',
      'no-cache',
    ])
    expect(decode(body).toString()).toContain('Room in the Mission')
    const etag = String(headers['etag'])
    const again = await getRaw(address, { 'Accept-Encoding': accepted, 'If-None-Match': etag })
    expect([again.status, again.body.length, again.headers['etag']]).toEqual([304, 0, etag])
  })

  it('has another ETag after a change', async () => {
    const { base, sql } = await serve()
    const { id } = await postOne(base)
    const tagOf = async () => (await fetch(`${base}/listing/${id}`)).headers.get('etag')
    const before = await tagOf()
    expect(await tagOf()).toBe(before)
    await sql`update listings set contact = 'other@example.org'`
    await expect.poll(tagOf, pollOptions).not.toBe(before)
  })

  it('fault 58: answers HEAD with the same headers and no body', async () => {
    const { base } = await serve()
    const { id } = await postOne(base)
    const whole = await fetch(`${base}/listing/${id}`)
    const head = await fetch(`${base}/listing/${id}`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    for (const name of ['etag', 'content-type', 'content-security-policy', 'vary'])
      expect(head.headers.get(name)).toBe(whole.headers.get(name))
  })
})

/** Drops undefined fields, as JSON does. */
function withoutAbsent(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown
}

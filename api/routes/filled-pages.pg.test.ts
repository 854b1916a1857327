import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { get, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { StoredListing } from '#domain/listing.ts'
import type { PageRecord } from '#domain/page-shell.ts'
import { toDay } from '#domain/pacific.ts'
import { openTestDatabase } from '../tests/database.ts'
import { insertEvent } from '../tests/events.ts'
import { readPage } from '../tests/read-page.ts'
import { listingInput, post, serve, serveOver } from '../tests/serve.ts'

const missingId = '00000000-0000-4000-8000-000000000000'

async function open(address: string) {
  const response = await fetch(address)
  const html = await response.text()
  const page = readPage(html)
  const record = page.record === undefined ? undefined : (JSON.parse(page.record) as PageRecord)
  return {
    ...page,
    record,
    text: page.record ?? '',
    status: response.status,
    html,
    headers: response.headers,
  }
}

/** Expects a record to be the API's answer, byte for byte but for what is escaped in HTML. */
async function expectAnswerOf(base: string, text: string, address: string): Promise<void> {
  const body = await (await fetch(base + address)).text()
  const escaped = body
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
  expect(JSON.parse(text)).toMatchObject({ address, status: 200 })
  expect(text).toContain(`"body":${escaped}}`)
}

async function postOne(base: string, fields: Record<string, unknown> = {}): Promise<StoredListing> {
  return (await (await post(base, listingInput(fields))).json()) as StoredListing
}

async function serveEvents(...events: Array<Parameters<typeof insertEvent>[1]>) {
  const { sql, url } = await openTestDatabase()
  const ids: string[] = []
  for (const event of events) ids.push(await insertEvent(sql, event))
  return { ...(await serveOver({ sql, url })), ids }
}

describe('the page of a listing', () => {
  it('comes with its title, a preview, its one address and its record', async () => {
    const { base } = await serve()
    const { id } = await postOne(base)
    const { title, metas, canonical, text, status, headers } = await open(`${base}/listing/${id}`)
    expect([status, title]).toEqual([200, 'Room in the Mission · founderlist'])
    expect(canonical).toBe(`http://site.test/listing/${id}`)
    expect(metas).toEqual({
      'application-name': 'founderlist',
      description: 'A quiet room. Near the park.',
      'og:type': 'website',
      'og:site_name': 'founderlist',
      'og:title': 'Room in the Mission',
      'og:description': 'A quiet room. Near the park.',
      'og:url': `http://site.test/listing/${id}`,
      'twitter:card': 'summary',
    })
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src/,
    )
    await expectAnswerOf(base, text, `/api/listings/${id}`)
  })

  it('has one address and the record of the one that was asked for, letter case aside', async () => {
    const { base } = await serve()
    const id = (await postOne(base)).id.toUpperCase()
    const { canonical, text } = await open(`${base}/listing/${id}?from=mail`)
    expect(canonical).toBe(`http://site.test/listing/${id.toLowerCase()}`)
    await expectAnswerOf(base, text, `/api/listings/${id}`)
  })

  it('names the contact in its record and in its words, and nowhere else', async () => {
    const { base } = await serve()
    const { id } = await postOne(base, { contact: 'canary@example.org' })
    const { html, text } = await open(`${base}/listing/${id}`)
    expect(text).toContain('"contact":"canary@example.org"')
    const [, words = ''] = /<noscript>(.*)<\/noscript>/s.exec(html) ?? []
    // As it is read, and in the form that edits it.
    expect(words.split('canary')).toHaveLength(3)
    expect(html.split('canary')).toHaveLength(4)
  })

  it('cuts a long description at a word', async () => {
    const { base } = await serve()
    const { id } = await postOne(base, { description: 'plain words\n'.repeat(100) })
    const { description = '' } = (await open(`${base}/listing/${id}`)).metas
    expect(description).toMatch(/^(plain words )+plain…$/)
    expect(description.length).toBeGreaterThan(180)
    expect(description.length).toBeLessThanOrEqual(201)
  })

  it('that is not there answers 404 in the spec’s words, to readers, to scripts and to search engines', async () => {
    const { base } = await serve()
    const { status, title, metas, canonical, record, html } = await open(`${base}/listing/${missingId}`)
    expect([status, title, metas['robots']]).toEqual([404, 'listing not found · founderlist', 'noindex'])
    expect([canonical, metas['og:url']]).toEqual([undefined, undefined])
    expect(html).toContain('<noscript><h1>listing not found</h1></noscript>')
    const answer = await fetch(`${base}/api/listings/${missingId}`)
    expect(record).toEqual({
      address: `/api/listings/${missingId}`,
      status: answer.status,
      body: await answer.text(),
    })
  })
})

describe('what visitors wrote', () => {
  it.each([
    `</script><script>alert(1)</script><!--<script>`,
    `</title><img src=x onerror=alert(1)>`,
    `" onload="alert(1)" x='`,
    `&lt;b&gt; &amp;quot; \\u003cb> \\" \u2028\u2029`,
    `<!--head--><!--/head--><!--words--><!--/words-->`,
    `$& $1 $\` $' \${x} {{x}}`,
    'ערב מייסדים <b> أمسية',
  ])('stays text in every place: %s', async (text) => {
    const { base } = await serve()
    const plain = await open(`${base}/listing/${(await postOne(base)).id}`)
    const fields = { title: text, description: text, contact: text }
    const { id } = await postOne(base, fields)
    const page = await open(`${base}/listing/${id}`)
    const line = text.replace(/\s+/g, ' ').trim()
    expect(page.title.replace(/[\u2068\u2069]/g, '')).toBe(`${line} · founderlist`)
    for (const name of ['description', 'og:title', 'og:description']) expect(page.metas[name]).toBe(line)
    expect(page.record?.body).toMatchObject({ title: text.trim(), description: text.trim() })
    expect(page.counts).toEqual(plain.counts)
  })

  it('leaves the order of the words around it alone', async () => {
    const { base, ids } = await serveEvents({
      title: 'ערב \u202e',
      location: 'דרום \u202e',
      description: '\u2067x',
    })
    const { title, metas } = await open(`${base}/event/${ids[0]}`)
    expect(title).toBe('\u2068ערב\u2069 · founderlist')
    expect(metas['og:title']).toBe('ערב')
    expect(metas['description']).toBe('Saturday, November 21, 2026 at 9:00 AM PST · \u2068דרום\u2069 · x')
  })
})

describe('the page of an event', () => {
  it('comes with when, where and what, and with its part of the list that its screen reads', async () => {
    const { base, ids } = await serveEvents({}, { title: 'another', date: '2026-11-22T17:00:00Z' })
    const { status, title, metas, canonical, record } = await open(`${base}/event/${ids[0]?.toUpperCase()}`)
    expect([status, title]).toEqual([200, 'Founders breakfast · founderlist'])
    expect(canonical).toBe(`http://site.test/event/${ids[0]}`)
    expect(metas['og:description']).toBe(
      'Saturday, November 21, 2026 at 9:00 AM PST · SHACK15, Embarcadero · Coffee. No pitches.',
    )
    const [first] = (await (await fetch(`${base}/api/events`)).json()) as unknown[]
    expect(record).toEqual({ address: '/api/events', status: 200, body: [first] })
  })

  it('that is not there answers 404 in the spec’s words', async () => {
    const { base } = await serveEvents({})
    const { status, title, metas, record, html } = await open(`${base}/event/${missingId}`)
    expect([status, title, metas['robots']]).toEqual([404, 'Event Not Found · founderlist', 'noindex'])
    expect(html).toContain(
      '<h1>Event Not Found</h1><p>The event you&#39;re looking for doesn&#39;t exist.</p><p class="back">',
    )
    expect(record).toEqual({ address: '/api/events', status: 200, body: [] })
  })
})

describe('the page of a category', () => {
  it.each([
    [
      '/category/community/XR-VR-AR-MR',
      'XR VR AR MR',
      'community > XR/VR/AR/MR',
      '/category/community/XR-VR-AR-MR',
    ],
    [
      '/category/COMMUNITY/xr-vr-ar-mr',
      'xr vr ar mr',
      'community > XR/VR/AR/MR',
      '/category/community/XR-VR-AR-MR',
    ],
    ['/category/chat%20groups?x=1', 'chat groups', 'chat groups', '/category/chat-groups'],
  ])('%s is headed as its screen is, and has one address', async (path, heading, names, canonical) => {
    const { base } = await serve()
    const page = await open(base + path)
    expect([page.status, page.title]).toEqual([200, `${heading} · founderlist`])
    expect(page.canonical).toBe(`http://site.test${canonical}`)
    expect(page.metas['description']).toBe(
      `Listings in ${names} for startup founders in San Francisco and New York, newest first.`,
    )
  })

  it('comes with its first page, and the way to the next', async () => {
    const { base, sql } = await serve()
    await sql`
      insert into listings (category, subcategory, title, description, contact, location)
      select 'jobs', 'product', 'a < b ' || n, 'text', 'a@example.org', 'SF' from generate_series(1, 80) as n
    `
    const { record, text } = await open(`${base}/category/jobs/product`)
    const address = '/api/listings/category/jobs/product'
    await expectAnswerOf(base, text, address)
    const link = (await fetch(base + address)).headers.get('link')
    expect(link).toBe(`<${record?.next}>; rel="next"`)
    expect(await (await fetch(base + record?.next)).json()).toHaveLength(30)
  })

  it('carries the listings of the city that it is asked for, and stays the same page', async () => {
    const { base, sql } = await serve()
    for (const city of ['SF', 'NYC'])
      await sql`
        insert into listings (category, subcategory, title, description, contact, location)
        values ('jobs', 'product', ${`in ${city}`}, 'x', 'x', ${city})
      `
    const { record, canonical, text } = await open(`${base}/category/jobs?city=nyc`)
    expect(record?.address).toBe('/api/listings/category/jobs?city=NYC')
    expect(canonical).toBe('http://site.test/category/jobs')
    await expectAnswerOf(base, text, '/api/listings/category/jobs?city=NYC')
    const { record: whole } = await open(`${base}/category/jobs?city=LA`)
    expect(whole?.address).toBe('/api/listings/category/jobs')
  })

  it.each([
    '/category/win-a-prize',
    '/category/jobs/win-a-prize',
    '/category/%3Cb%3E/a%2Fb',
    '/category/jobs/a%00b',
  ])('%s, which nobody can post to, is not found; the API has an empty list', async (path) => {
    const { base } = await serve()
    const { status, title, record } = await open(base + path)
    expect([status, title, record]).toEqual([404, '404.html · founderlist', undefined])
    const answer = await fetch(base + path.replace('/category', '/api/listings/category'))
    // Postgres takes no NUL, which is said in words.
    expect(answer.status).toBe(path.includes('%00') ? 400 : 200)
  })

  it.each(['/category/win-a-prize', '/category/win-a-prize/here?city=NYC'])(
    '%s, of which there are rows that were loaded by hand, is repeated to nobody, and has its list',
    async (path) => {
      const { base, sql } = await serve()
      await sql`
        insert into listings (category, subcategory, title, description, contact, location)
        values ('win a prize', 'here', 'by hand', 'x', 'x', 'SF')
      `
      const { status, title, metas, canonical, text } = await open(base + path)
      expect([status, title, metas['robots']]).toEqual([200, 'shell/category.html · founderlist', 'noindex'])
      expect([canonical, JSON.stringify(metas)]).toEqual([undefined, expect.not.stringMatching(/prize/)])
      await expectAnswerOf(base, text, path.replace('/category', '/api/listings/category'))
    },
  )

  it('is not found once the last row of its name is gone', async () => {
    const { base, sql } = await serve()
    await sql`
      insert into listings (category, subcategory, title, description, contact, location)
      values ('win a prize', 'here', 'by hand', 'x', 'x', 'SF')
    `
    expect((await open(`${base}/category/win-a-prize/here`)).status).toBe(200)
    expect((await open(`${base}/category/win-a-prize/there`)).status).toBe(404)
    await sql`delete from listings`
    expect((await open(`${base}/category/win-a-prize/here`)).status).toBe(404)
  })
})

describe('the page of events', () => {
  it('comes with a short list', async () => {
    const { base } = await serveEvents({}, { title: 'another' })
    const { title, canonical, text } = await open(`${base}/events?venue=SHACK15`)
    expect([title, canonical]).toEqual(['events.html · founderlist', 'http://site.test/events'])
    await expectAnswerOf(base, text, '/api/events')
  })

  it('leaves a long list to the island', async () => {
    const { base } = await serveEvents({ description: 'x'.repeat(32 * 1024) })
    expect((await open(`${base}/events`)).record).toBeUndefined()
  })

  it('of a day names the day and its count', async () => {
    const late = '2026-11-22T07:59:59Z'
    const { base } = await serveEvents({}, { date: late }, { date: '2026-11-22T08:00:00Z' })
    const { title, metas, canonical, text } = await open(`${base}/events/2026-11-21`)
    expect(title).toBe('Events for November 21, 2026 · founderlist')
    expect(metas['description']).toBe('2 events for startup founders in San Francisco on November 21, 2026.')
    expect(canonical).toBe('http://site.test/events/2026-11-21')
    await expectAnswerOf(base, text, '/api/events')
    expect((await open(`${base}/events/2026-11-22`)).metas['description']).toMatch(/^1 event for/)
  })

  it.each(['0001-01-01', '9999-12-31'])('of %s, at the edge of time, has none', async (day) => {
    for (const { base } of [await serve(), await serveEvents({})]) {
      expect((await open(`${base}/events/${day}`)).metas['description']).toMatch(/^0 events for/)
    }
  })
})

describe('a filled page', () => {
  async function getRaw(address: string, headers: Record<string, string>) {
    const [response] = (await once(get(address, { headers }), 'response')) as [IncomingMessage]
    return { status: response.statusCode, headers: response.headers, body: await buffer(response) }
  }

  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    [undefined, 'identity', (body: Buffer) => body],
  ])('is sent as %s to a browser that takes %s, once', async (encoding, accepted, decode) => {
    const { base } = await serve()
    const { id } = await postOne(base)
    const address = `${base}/listing/${id}`
    const { headers, body } = await getRaw(address, { 'Accept-Encoding': accepted })
    expect([headers['content-encoding'], headers['vary'], headers['cache-control']]).toEqual([
      encoding,
      'Accept-Encoding, Cookie',
      'no-cache',
    ])
    expect(decode(body).toString()).toContain('<title>Room in the Mission')
    const etag = String(headers['etag'])
    const again = await getRaw(address, { 'Accept-Encoding': accepted, 'If-None-Match': etag })
    expect([again.status, again.body.length, again.headers['etag']]).toEqual([304, 0, etag])
  })

  it('is another one after a change', async () => {
    const { base, sql } = await serve()
    const { id } = await postOne(base)
    const tagOf = async () => (await fetch(`${base}/listing/${id}`)).headers.get('etag')
    const before = await tagOf()
    expect(await tagOf()).toBe(before)
    await sql`update listings set contact = 'other@example.org'`
    expect(await tagOf()).not.toBe(before)
  })

  it('is answered to HEAD without its body', async () => {
    const { base } = await serve()
    const { id } = await postOne(base)
    const whole = await fetch(`${base}/listing/${id}`)
    const head = await fetch(`${base}/listing/${id}`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    for (const name of ['etag', 'content-type', 'content-security-policy', 'vary'])
      expect(head.headers.get(name)).toBe(whole.headers.get(name))
  })
})

describe('the home page', () => {
  it.each(['0001-01', '2026-12', '9999-12'])(
    'has the calendar of %s for readers without scripts',
    async (month) => {
      const { base } = await serveEvents({})
      const { status, html, metas } = await open(`${base}/?month=${month}`)
      expect([status, metas['robots']]).toEqual([200, 'noindex'])
      expect(html.split(`href="/events/${month}-`)).toHaveLength(32)
    },
  )

  it.each(['?month=', '?month=2026-13', '?month=10000-01', '?month=x&month=y', ''])(
    'has the present month where %j names none',
    async (query) => {
      const { base } = await serveEvents({})
      const months = [toDay(new Date()).slice(0, 7)]
      const { status, canonical, html } = await open(`${base}/${query}`)
      months.push(toDay(new Date()).slice(0, 7))
      expect([status, canonical]).toEqual([200, 'http://site.test/'])
      // Another one begins while a page is on its way, at times.
      const shown = /href="\/events\/(\d{4}-\d\d)-01"/.exec(html)?.[1]
      expect(months).toContain(shown)
    },
  )
})

import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ManagedListing, PostedListing } from '#domain/listings/listing.ts'
import type { Database } from '../database/open.ts'
import { removeRecords } from '../events/record-queries.ts'
import { insertEvent } from '../tests/events.ts'
import { manage, postOne, sendForm, wrongToken } from '../tests/manage.ts'
import { change } from '../tests/moderate.ts'
import { listingInput, post, serve } from '../tests/serve.ts'

const missingId = '00000000-0000-4000-8000-000000000000'
const dayMilliseconds = 86_400_000

/** All rows with `xmin`, which changes at each write. */
const readRows = (sql: Database) =>
  sql`select xmin::text, all_listings::text as row from all_listings order by id`

async function expire(sql: Database, id: string): Promise<void> {
  await sql`update listings set expires_at = now() - interval '1 second' where id = ${id}`
}

const daysUntil = (instant: string | null) => (Date.parse(instant ?? '') - Date.now()) / dayMilliseconds

describe('with the token of a listing, a client', () => {
  it('reads it, expired or not, with its private fields, and changes nothing', async () => {
    const { base, sql } = await serve()
    const { manageToken, ...own } = await postOne(base)
    const before = await readRows(sql)
    const response = await manage(base, ['GET', own.id], manageToken)
    expect([response.status, response.headers.get('cache-control'), response.headers.get('vary')]).toEqual([
      200,
      'no-store',
      'Authorization',
    ])
    expect(await response.json()).toEqual(own)
    expect((await manage(base, ['HEAD', own.id], manageToken)).status).toBe(200)
    expect((await manage(base, ['GET', own.id], wrongToken)).status).toBe(403)
    expect((await fetch(`${base}/listing/${own.id}`)).status).toBe(200)
    expect(await readRows(sql)).toEqual(before)
    await expire(sql, own.id)
    const expired = (await (await manage(base, ['GET', own.id], manageToken)).json()) as ManagedListing
    expect(expired).toMatchObject({ contact: own.contact, title: own.title })
    expect(daysUntil(expired.expiresAt)).toBeLessThan(0)
  })

  it('learns whether the team has drafted or published its event, with scripts and without', async () => {
    const { base, sql } = await serve()
    const { id, manageToken } = await postOne(base, { category: 'community', subcategory: 'events' })
    const read = async () =>
      ((await (await manage(base, ['GET', id], manageToken)).json()) as ManagedListing).event
    const readPage = async () => {
      const answer = await fetch(`${base}/listing/${id}/manage`, {
        method: 'POST',
        headers: { 'Sec-Fetch-Site': 'same-origin' },
        body: new URLSearchParams({ token: manageToken }),
      })
      return (await answer.text()).replaceAll('&quot;', '"')
    }
    expect([await read(), await readPage()]).toEqual([undefined, expect.not.stringContaining('"event":')])
    await change(base, 'draft', [id])
    expect([await read(), await readPage()]).toEqual(['draft', expect.stringContaining('"event":"draft"')])
    const event = await insertEvent(sql)
    await sql`
      update events
      set id = ${id}, content_id = ${id}, content_rev = 'a', content_updated_at = now()
      where id = ${event}
    `
    expect([await read(), await readPage()]).toEqual([
      'published',
      expect.stringContaining('"event":"published"'),
    ])
    await removeRecords(sql, 'events', [{ id, removedAt: new Date().toISOString() }])
    expect(await read()).toBeUndefined()
  })

  it('edits and clears its optional fields', async () => {
    const { base } = await serve()
    const room = { category: 'housing', subcategory: 'rooms shared', price: 900 }
    const { manageToken, ...own } = await postOne(base, room)
    const edit = async (changes: unknown) =>
      (await (await manage(base, ['PATCH', own.id], manageToken, changes)).json()) as ManagedListing
    expect(await edit({ title: 'A room' })).toMatchObject({ price: 900, pricePeriod: 'month' })
    expect(await edit({ price: '1,200', pricePeriod: 'week' })).toMatchObject({
      price: 1200,
      pricePeriod: 'week',
    })
    expect(await edit({ price: null })).not.toHaveProperty('price')
    await edit({ price: 5 })
    expect(await edit({ category: 'jobs', subcategory: 'product' })).not.toHaveProperty('price')
  })

  it('edits any of its fields by the rules for posts, and leaves the others unchanged', async () => {
    const { base } = await serve()
    const { manageToken, ...own } = await postOne(base)
    const edit = async (changes: unknown) => manage(base, ['PATCH', own.id], manageToken, changes)
    const changed = { ...own, title: 'Two rooms', location: 'NYC' }
    const response = await edit({ title: ' Two rooms ', location: 'nyc' })
    expect([response.status, await response.json()]).toEqual([200, changed])
    const moved = { category: 'community', subcategory: 'music' }
    expect(await (await edit(moved)).json()).toEqual({ ...changed, ...moved })
    expect(await (await edit({})).json()).toEqual({ ...changed, ...moved })
    expect(await (await fetch(`${base}/api/listings/${own.id}`)).json()).toMatchObject(moved)
  })

  it('gets a message that says what is wrong with its changes, and nothing is written', async () => {
    const { base, sql } = await serve()
    const { id, manageToken } = await postOne(base)
    const before = await readRows(sql)
    for (const [changes, text] of [
      [{ title: ' ' }, /^enter a title$/],
      [{ subcategory: 'product' }, /^choose a subcategory of housing$/],
      [{ category: 'jobs' }, /^choose a subcategory of jobs$/],
      [
        { title: 'a\nb', contact: '' },
        /^title must be one line; enter your contact info: an email address or a phone number$/,
      ],
      [{ id: missingId }, /^unknown field: "id"$/],
      [{ createdAt: '2020-01-01' }, /^unknown field: "createdAt"$/],
      [{ expiresAt: '2199-01-01' }, /^unknown field: "expiresAt"$/],
      [{ manageToken: wrongToken }, /^unknown field: "manageToken"$/],
      [{ title: null }, /^title must be text$/],
      [[], /^send the listing as one JSON object$/],
      [null, /^send the listing as one JSON object$/],
    ] as const) {
      const response = await manage(base, ['PATCH', id], manageToken, changes)
      expect([response.status, await response.text()]).toEqual([400, expect.stringMatching(text)])
    }
    expect(await readRows(sql)).toEqual(before)
  })

  it('loses no field to concurrent edits', async () => {
    const { base } = await serve()
    const { id, manageToken } = await postOne(base)
    const changes = [{ title: 'a' }, { description: 'b' }, { contact: 'c' }, { location: 'NYC' }]
    await Promise.all(changes.map((each) => manage(base, ['PATCH', id], manageToken, each)))
    const read = await (await fetch(`${base}/api/listings/${id}`)).json()
    expect(read).toMatchObject(Object.assign({}, ...changes) as object)
  })

  it('deletes it, once', async () => {
    const { base, sql } = await serve()
    const { id, manageToken } = await postOne(base)
    const response = await manage(base, ['DELETE', id], manageToken)
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(await sql`select from listings`).toHaveLength(0)
    expect((await fetch(`${base}/api/listings/${id}`)).status).toBe(404)
    const again = await manage(base, ['DELETE', id], manageToken)
    expect([again.status, await again.text()]).toEqual([404, 'listing not found'])
  })

  it('renews it for the days of its category from now, and never shortens its time', async () => {
    const { base, sql } = await serve()
    const { id, manageToken } = await postOne(base)
    const renew = async () => {
      const response = await manage(base, ['POST', `${id}/renew`], manageToken)
      expect(response.status).toBe(200)
      return daysUntil(((await response.json()) as ManagedListing).expiresAt)
    }
    await expire(sql, id)
    expect((await fetch(`${base}/api/listings/${id}`)).status).toBe(410)
    expect(await renew()).toBeCloseTo(30, 1)
    expect((await fetch(`${base}/api/listings/${id}`)).status).toBe(200)
    await sql`update listings set category = 'community', subcategory = 'music'`
    expect(await renew()).toBeCloseTo(45, 1)
    // A move to a category with fewer days shortens its time; a move back does not extend it.
    for (const [category, subcategory] of [
      ['jobs', 'product'],
      ['community', 'music'],
    ] as const) {
      const moved = await manage(base, ['PATCH', id], manageToken, { category, subcategory })
      expect(daysUntil(((await moved.json()) as ManagedListing).expiresAt)).toBeCloseTo(30, 1)
    }
    await sql`update listings set expires_at = now() + interval '2400 hours'`
    expect(await renew()).toBeCloseTo(100, 1)
    await sql`update listings set expires_at = null`
    const forever = await (await manage(base, ['POST', `${id}/renew`], manageToken)).json()
    expect(forever).toMatchObject({ expiresAt: null })
  })
})

describe('without the token, a client', () => {
  const actions: Array<[method: string, path: (id: string) => string, body?: unknown]> = [
    ['GET', (id) => id],
    ['PATCH', (id) => id, { title: 'mine now' }],
    ['DELETE', (id) => id],
    ['POST', (id) => `${id}/renew`],
  ]

  it('gets an error message for every action, and nothing is written', async () => {
    const { base, sql } = await serve()
    const { id, manageToken } = await postOne(base)
    const other = await postOne(base)
    // Like an imported listing: without a token.
    const bare = await postOne(base)
    await sql`update listings set manage_token_hash = null, expires_at = null where id = ${bare.id}`
    const before = await readRows(sql)
    const answers: unknown[] = []
    for (const [method, path, body] of actions) {
      for (const [which, token] of [
        [id, wrongToken],
        [id, other.manageToken],
        [bare.id, manageToken],
        [missingId, manageToken],
        [id, 'short'],
        [id, ''],
        ['no-uuid', manageToken],
      ] as const) {
        // A public read ignores a malformed token: it may be a gateway's.
        if (method === 'GET' && token.length < 43) continue
        const response = await manage(base, [method, path(which)], token, body)
        answers.push(`${response.status} ${await response.text()}`)
      }
    }
    const refusal = '403 this is not the manage link of this listing'
    const malformed = '400 this is not a manage link: copy all of it'
    expect(answers).toEqual(
      actions.flatMap(([method]) => [
        refusal,
        refusal,
        refusal,
        '404 listing not found',
        ...(method === 'GET' ? [] : [malformed, malformed]),
        '404 listing not found',
      ]),
    )
    // Another scheme, or a malformed token, may be for a proxy in front of the server.
    for (const authorization of ['Basic YTpi', 'Bearer eyJhbGciOiJub25lIn0.e30.', 'Bearer ']) {
      const read = await fetch(`${base}/api/listings/${id}`, { headers: { Authorization: authorization } })
      expect([read.status, Object.keys((await read.json()) as object)]).toEqual([
        200,
        expect.not.arrayContaining(['expiresAt']),
      ])
    }
    for (const [method, path, body] of actions.slice(1)) {
      const response = await manage(base, [method, path(id)], undefined, body)
      expect([response.status, response.headers.get('www-authenticate'), await response.text()]).toEqual([
        401,
        'Bearer',
        'you need the listing’s manage link for this',
      ])
    }
    expect(await readRows(sql)).toEqual(before)
  })

  it('fault 70: finds the token in no answer, no page and no log line', async () => {
    const { base, sql, logged } = await serve()
    const { id, manageToken } = await postOne(base)
    const canary = 'canary'.repeat(7) + 'x'
    const [row] = await sql`select listings::text as text, manage_token_hash from listings`
    expect(row?.['text']).not.toContain(manageToken)
    expect(row?.['manageTokenHash']).toEqual(createHash('sha256').update(manageToken).digest())
    await sql`alter table all_listings add constraint never check (title <> 'never') not valid`
    const answers = [
      await manage(base, ['GET', id], manageToken),
      await manage(base, ['PATCH', id], manageToken, { title: 'other' }),
      await manage(base, ['PATCH', id], manageToken, { title: 'never' }),
      await manage(base, ['POST', `${id}/renew`], manageToken),
      await sendForm(base, `${id}/renew`, { token: manageToken }),
      await manage(base, ['GET', id], canary),
      await manage(base, ['PATCH', id], `${canary} ${manageToken}`, {}),
      await sendForm(base, `${id}/edit`, { token: canary, contact: manageToken }),
      await fetch(`${base}/api/listings/${id}`),
      await fetch(`${base}/listing/${id}`),
      await fetch(`${base}/category/housing`),
      await manage(base, ['DELETE', id], manageToken),
    ]
    expect(answers.map(({ status }) => status)).toEqual([
      200, 200, 500, 200, 303, 403, 400, 403, 200, 200, 200, 204,
    ])
    for (const answer of answers) {
      const told = JSON.stringify([...answer.headers]) + (await answer.text())
      expect(told).not.toMatch(new RegExp(`${manageToken}|canary`))
    }
    expect(logged()).not.toMatch(new RegExp(`${manageToken}|canary`))
    expect(logged().split('\n').length).toBeGreaterThan(answers.length)
  })
})

describe('wrong tokens', () => {
  it('are limited to 20 an hour per network, even in a burst, and never lock out a right one', async () => {
    const { base, sql } = await serve()
    const { id, manageToken } = await postOne(base)
    const guess = () => manage(base, ['GET', id], wrongToken)
    const answers = await Promise.all(Array.from({ length: 30 }, guess))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 403)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    const refused = await manage(base, ['DELETE', id], wrongToken)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500)
    expect(await refused.text()).toBe(
      'too many wrong manage links were tried from your network in the last hour, try again in 60 minutes',
    )
    expect((await sendForm(base, `${id}/renew`, { token: wrongToken })).status).toBe(429)
    expect((await manage(base, ['GET', id], manageToken)).status).toBe(200)
    expect((await manage(base, ['PATCH', id], manageToken, { title: 'mine' })).status).toBe(200)
    expect((await sendForm(base, `${id}/renew`, { token: manageToken })).status).toBe(303)
    const other = await postOne(base)
    expect((await manage(base, ['DELETE', other.id], other.manageToken)).status).toBe(204)
    await sql`update counted_requests set at = at - interval '61 minutes' where kind = 'wrongTokens'`
    expect((await guess()).status).toBe(403)
    expect((await manage(base, ['GET', id], manageToken)).status).toBe(200)
  })
})

describe('edits and renewals', () => {
  it('are limited per network and hour, even in a burst; refused ones do not count', async () => {
    const { base, sql } = await serve({ editsPerHour: 3 })
    const { id, manageToken: token } = await postOne(base)
    for (let n = 0; n < 5; n += 1) {
      expect((await manage(base, ['PATCH', id], token, { title: ' ' })).status).toBe(400)
    }
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        n % 2
          ? manage(base, ['PATCH', id], token, { title: `title ${n}` })
          : manage(base, ['POST', `${id}/renew`], token),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([
      200,
      200,
      200,
      ...Array.from({ length: 9 }, () => 429),
    ])
    const before = await readRows(sql)
    const refused = await manage(base, ['PATCH', id], token, { title: 'another ad' })
    expect([refused.status, await refused.text()]).toEqual([
      429,
      'too many changes were made from your network in the last hour, try again in 60 minutes',
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500)
    for (const action of ['edit', 'renew']) {
      expect((await sendForm(base, `${id}/${action}`, { token })).status).toBe(429)
    }
    expect(await readRows(sql)).toEqual(before)
    await sql`update counted_requests set at = at - interval '61 minutes' where kind = 'edits'`
    expect((await manage(base, ['PATCH', id], token, {})).status).toBe(200)
    expect((await manage(base, ['DELETE', id], token)).status).toBe(204)
  })
})

describe('a form of our own pages', () => {
  it('does the same with the token in a field, and redirects', async () => {
    const { base, sql } = await serve()
    const { id, manageToken: token } = await postOne(base)
    const { title: _, ...rest } = listingInput()
    const faulty = await sendForm(base, `${id}/edit`, { title: '', token })
    expect([faulty.status, await faulty.text()]).toEqual([400, 'enter a title'])
    const edited = await sendForm(base, `${id}/edit`, { ...(rest as object), title: 'Two rooms', token })
    expect([edited.status, edited.headers.get('location')]).toEqual([303, `/listing/${id}`])
    expect(await sql`select title from listings`).toEqual([{ title: 'Two rooms' }])
    await expire(sql, id)
    const renewed = await sendForm(base, `${id}/renew`, { token })
    expect([renewed.status, renewed.headers.get('location')]).toEqual([303, `/listing/${id}`])
    expect((await fetch(`${base}/api/listings/${id}`)).status).toBe(200)
    const unsure = await sendForm(base, `${id}/delete`, { token })
    expect([unsure.status, await unsure.text()]).toEqual([400, 'tick the box to delete this listing'])
    // The whole manage link works in place of the token.
    const link = ` http://site.test/listing/${id}#manage=${token}\n`
    const deleted = await sendForm(base, `${id}/delete`, { token: link, confirm: 'on' })
    expect([deleted.status, deleted.headers.get('location')]).toEqual([303, '/'])
    expect(await sql`select from listings`).toHaveLength(0)
  })

  it.each(['edit', 'renew', 'delete'])('to %s is refused with a clear reason', async (action) => {
    const { base, sql } = await serve()
    const { id, manageToken: token } = await postOne(base)
    const before = await readRows(sql)
    const ask = async (fields: Record<string, string>, headers?: Record<string, string>, path = id) => {
      const response = await sendForm(base, `${path}/${action}`, fields, headers)
      return `${response.status} ${await response.text()}`
    }
    expect(await ask({ token }, { 'Sec-Fetch-Site': 'cross-site' })).toBe(
      '403 a listing can only be changed with this site’s form',
    )
    expect(await ask({ token }, {})).toMatch(/^403 a listing can only be changed/)
    expect(await ask({})).toBe('401 you need the listing’s manage link for this')
    expect(await ask({ token: 'short' })).toBe('400 this is not a manage link: copy all of it')
    expect(await ask({ token: wrongToken })).toBe('403 this is not the manage link of this listing')
    expect(await ask({ token }, undefined, missingId)).toBe('404 listing not found')
    expect(await ask({ token }, undefined, 'nonsense')).toBe('404 listing not found')
    const plain = await fetch(`${base}/api/listings/${id}/${action}`, { method: 'POST', body: 'token' })
    expect(plain.status).toBe(415)
    expect(await readRows(sql)).toEqual(before)
  })
})

describe('a post that is sent again with its Idempotency-Key', () => {
  const key = (text: string) => ({ 'Idempotency-Key': text })
  const someKey = 'b5a4b6b2-90f5-4f0e-9d2f'

  it('gets the same listing with the same token; with another text it is refused', async () => {
    const { base, sql } = await serve({ postsPerHour: 1 })
    const send = async (headers = key(someKey), fields = {}) => {
      const response = await post(base, listingInput(fields), headers)
      return {
        status: response.status,
        listing: response.ok
          ? ((await response.json()) as ManagedListing & { manageToken: string })
          : undefined,
      }
    }
    const first = await send()
    const again = await send()
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.listing).toEqual(first.listing)
    const { id = '', manageToken = '' } = first.listing ?? {}
    expect(manageToken).toMatch(/^[\w-]{43}$/)
    expect((await manage(base, ['PATCH', id], manageToken, { title: 'edited' })).status).toBe(200)
    expect((await send()).listing).toEqual({ ...first.listing, title: 'edited' })
    const other = await post(base, listingInput({ title: 'another' }), key(someKey))
    expect([other.status, await other.text()]).toEqual([
      422,
      'this Idempotency-Key was already used for another listing',
    ])
    expect(await sql`select from listings`).toHaveLength(1)
    // Another key is another post, with another token.
    expect((await send(key(`${someKey}-2`))).status).toBe(429)
    await sql`delete from counted_requests`
    expect((await send(key(`${someKey}-2`))).listing?.manageToken).not.toBe(manageToken)
  })

  it('makes one listing with one token, even if all copies arrive at once, from several networks', async () => {
    const { base, sql } = await serve({ trustedProxies: ['127.0.0.0/8'] })
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        post(base, listingInput(), { ...key(someKey), 'X-Forwarded-For': `192.0.2.${n % 5}` }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201))
    const listings = (await Promise.all(answers.map((answer) => answer.json()))) as PostedListing[]
    expect(new Set(listings.map(({ id, manageToken }) => `${id} ${manageToken}`)).size).toBe(1)
    const { id, manageToken } = listings[0] as PostedListing
    expect((await manage(base, ['GET', id], manageToken)).status).toBe(200)
    expect(await sql`select from listings`).toHaveLength(1)
  })

  it('is refused with a key that is too short, too long or contains spaces', async () => {
    const { base, sql } = await serve()
    for (const text of ['short', 'with spaces in the key', 'x'.repeat(201)]) {
      const response = await post(base, listingInput(), key(text))
      expect([response.status, await response.text()]).toEqual([
        400,
        'Idempotency-Key must be 16 to 200 ASCII characters without spaces',
      ])
    }
    expect(await sql`select from listings`).toHaveLength(0)
  })
})

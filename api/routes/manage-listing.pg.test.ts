import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { OwnListing } from '#domain/listing.ts'
import type { Database } from '../database/open.ts'
import { manage, postOne, sendForm, wrongToken } from '../tests/manage.ts'
import { listingInput, post, serve } from '../tests/serve.ts'

const missingId = '00000000-0000-4000-8000-000000000000'
const dayMilliseconds = 86_400_000

/** Every row, with the version that Postgres gives it at each write. */
const readRows = (sql: Database) => sql`select xmin::text, listings::text as row from listings order by id`

async function expire(sql: Database, id: string): Promise<void> {
  await sql`update listings set expires_at = now() - interval '1 second' where id = ${id}`
}

const daysUntil = (instant: string | null) => (Date.parse(instant ?? '') - Date.now()) / dayMilliseconds

describe('whoever has the token of a listing', () => {
  it('reads it, expired or not, with what nobody else is told, and changes nothing by it', async () => {
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
    const expired = (await (await manage(base, ['GET', own.id], manageToken)).json()) as OwnListing
    expect(expired).toMatchObject({ contact: own.contact, title: own.title })
    expect(daysUntil(expired.expiresAt)).toBeLessThan(0)
  })

  it('edits any of its fields, by the rules of a post, and the others stay', async () => {
    const { base } = await serve()
    const { manageToken, ...own } = await postOne(base)
    const edit = async (changes: unknown) => manage(base, ['PATCH', own.id], manageToken, changes)
    const changed = { ...own, title: 'Two rooms', location: 'NYC' }
    const response = await edit({ title: ' Two rooms ', location: 'nyc' })
    expect([response.status, await response.json()]).toEqual([200, changed])
    const moved = { category: 'jobs', subcategory: 'product' }
    expect(await (await edit(moved)).json()).toEqual({ ...changed, ...moved })
    expect(await (await edit({})).json()).toEqual({ ...changed, ...moved })
    expect(await (await fetch(`${base}/api/listings/${own.id}`)).json()).toMatchObject(moved)
  })

  it('is told in words what is wrong with the changes, and nothing is written', async () => {
    const { base, sql } = await serve()
    const { id, manageToken } = await postOne(base)
    const before = await readRows(sql)
    for (const [changes, text] of [
      [{ title: ' ' }, /^write a title$/],
      [{ subcategory: 'product' }, /^choose a subcategory of housing$/],
      [{ category: 'jobs' }, /^choose a subcategory of jobs$/],
      [
        { title: 'a\0b', contact: '' },
        /^title has a character .*; write how to contact you: email or phone$/,
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

  it('loses no field where two edit at once', async () => {
    const { base } = await serve()
    const { id, manageToken } = await postOne(base)
    const changes = [{ title: 'a' }, { description: 'b' }, { contact: 'c' }, { location: 'NYC' }]
    await Promise.all(changes.map((change) => manage(base, ['PATCH', id], manageToken, change)))
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

  it('renews it for the days of its category from now, and never for less than it had', async () => {
    const { base, sql } = await serve()
    const { id, manageToken } = await postOne(base)
    const renew = async () => {
      const response = await manage(base, ['POST', `${id}/renew`], manageToken)
      expect(response.status).toBe(200)
      return daysUntil(((await response.json()) as OwnListing).expiresAt)
    }
    await expire(sql, id)
    expect((await fetch(`${base}/api/listings/${id}`)).status).toBe(410)
    expect(await renew()).toBeCloseTo(30, 1)
    expect((await fetch(`${base}/api/listings/${id}`)).status).toBe(200)
    await sql`update listings set category = 'community', subcategory = 'music'`
    expect(await renew()).toBeCloseTo(45, 1)
    await sql`update listings set expires_at = now() + interval '2400 hours'`
    expect(await renew()).toBeCloseTo(100, 1)
    await sql`update listings set expires_at = null`
    const forever = await (await manage(base, ['POST', `${id}/renew`], manageToken)).json()
    expect(forever).toMatchObject({ expiresAt: null })
  })
})

describe('nobody else', () => {
  const actions: Array<[method: string, path: (id: string) => string, body?: unknown]> = [
    ['GET', (id) => id],
    ['PATCH', (id) => id, { title: 'mine now' }],
    ['DELETE', (id) => id],
    ['POST', (id) => `${id}/renew`],
  ]

  it('reads, edits, deletes or renews a listing: the token is asked for, in words, and nothing is written', async () => {
    const { base, sql } = await serve()
    const { id, manageToken } = await postOne(base)
    const other = await postOne(base)
    // As if loaded by hand.
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
        const response = await manage(base, [method, path(which)], token, body)
        answers.push(`${response.status} ${await response.text()}`)
      }
    }
    const refusal = '403 this is not the manage link of this listing'
    const malformed = '400 this is no manage token: copy the whole link'
    expect(answers).toEqual(
      actions.flatMap(() => [
        refusal,
        refusal,
        refusal,
        '404 listing not found',
        malformed,
        malformed,
        '400 this is no listing’s id',
      ]),
    )
    // Another scheme is the business of a proxy in front of us.
    const throughProxy = { headers: { Authorization: 'Basic YTpi' } }
    expect((await fetch(`${base}/api/listings/${id}`, throughProxy)).status).toBe(200)
    for (const [method, path, body] of actions.slice(1)) {
      const response = await manage(base, [method, path(id)], undefined, body)
      expect([response.status, response.headers.get('www-authenticate'), await response.text()]).toEqual([
        401,
        'Bearer',
        'this takes the listing’s manage link',
      ])
    }
    expect(await readRows(sql)).toEqual(before)
  })

  it('is told the token by any answer, by a page, or by the log', async () => {
    const { base, sql, logged } = await serve()
    const { id, manageToken } = await postOne(base)
    const canary = 'canary'.repeat(7) + 'x'
    const [row] = await sql`select listings::text as text, manage_token_hash from listings`
    expect(row?.['text']).not.toContain(manageToken)
    expect(row?.['manageTokenHash']).toEqual(createHash('sha256').update(manageToken).digest())
    await sql`alter table listings add constraint never check (title <> 'never') not valid`
    const answers = [
      await manage(base, ['GET', id], manageToken),
      await manage(base, ['PATCH', id], manageToken, { title: 'other' }),
      await manage(base, ['PATCH', id], manageToken, { title: 'never' }),
      await manage(base, ['POST', `${id}/renew`], manageToken),
      await sendForm(base, `${id}/renew`, { token: manageToken }),
      await manage(base, ['GET', id], canary),
      await manage(base, ['GET', id], `${canary} ${manageToken}`),
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
  it('are taken 20 times an hour from a network, even at once; then no token counts for a while', async () => {
    const { base, sql } = await serve()
    const { id, manageToken } = await postOne(base)
    const guess = () => manage(base, ['GET', id], wrongToken)
    const answers = await Promise.all(Array.from({ length: 30 }, guess))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 403)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    for (const [path, token] of [
      [id, manageToken],
      [missingId, wrongToken],
    ] as const) {
      const refused = await manage(base, ['GET', path], token)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500)
      expect(await refused.text()).toBe(
        'too many wrong manage links within the hour, try again in 60 minutes',
      )
    }
    expect((await sendForm(base, `${id}/delete`, { token: manageToken })).status).toBe(429)
    // Reading and posting are not a matter of tokens.
    expect((await fetch(`${base}/api/listings/${id}`)).status).toBe(200)
    expect((await post(base, listingInput())).status).toBe(201)
    await sql`update wrong_tokens set sent_at = sent_at - interval '61 minutes'`
    expect((await guess()).status).toBe(403)
    expect((await manage(base, ['GET', id], manageToken)).status).toBe(200)
    await expect.poll(async () => (await sql`select from wrong_tokens`).length).toBe(1)
  })
})

describe('a form of our own pages', () => {
  it('does the same with the token in a field, and leads on', async () => {
    const { base, sql } = await serve()
    const { id, manageToken: token } = await postOne(base)
    const { title: _, ...rest } = listingInput()
    const faulty = await sendForm(base, `${id}/edit`, { title: '', token })
    expect([faulty.status, await faulty.text()]).toEqual([400, 'write a title'])
    const edited = await sendForm(base, `${id}/edit`, { ...(rest as object), title: 'Two rooms', token })
    expect([edited.status, edited.headers.get('location')]).toEqual([303, `/listing/${id}`])
    expect(await sql`select title from listings`).toEqual([{ title: 'Two rooms' }])
    await expire(sql, id)
    const renewed = await sendForm(base, `${id}/renew`, { token })
    expect([renewed.status, renewed.headers.get('location')]).toEqual([303, `/listing/${id}`])
    expect((await fetch(`${base}/api/listings/${id}`)).status).toBe(200)
    const deleted = await sendForm(base, `${id}/delete`, { token })
    expect([deleted.status, deleted.headers.get('location')]).toEqual([303, '/'])
    expect(await sql`select from listings`).toHaveLength(0)
  })

  it.each(['edit', 'renew', 'delete'])('to %s is refused in words for what it lacks', async (action) => {
    const { base, sql } = await serve()
    const { id, manageToken: token } = await postOne(base)
    const before = await readRows(sql)
    const ask = async (fields: Record<string, string>, headers?: Record<string, string>, path = id) => {
      const response = await sendForm(base, `${path}/${action}`, fields, headers)
      return `${response.status} ${await response.text()}`
    }
    expect(await ask({ token }, { 'Sec-Fetch-Site': 'cross-site' })).toBe(
      '403 a listing can only be changed from the form of this site',
    )
    expect(await ask({ token }, {})).toMatch(/^403 a listing can only be changed/)
    expect(await ask({})).toBe('401 this takes the listing’s manage link')
    expect(await ask({ token: 'short' })).toBe('400 this is no manage token: copy the whole link')
    expect(await ask({ token: wrongToken })).toBe('403 this is not the manage link of this listing')
    expect(await ask({ token }, undefined, missingId)).toBe('404 listing not found')
    expect(await ask({ token }, undefined, 'nonsense')).toBe('400 this is no listing’s id')
    const plain = await fetch(`${base}/api/listings/${id}/${action}`, { method: 'POST', body: 'token' })
    expect(plain.status).toBe(415)
    expect(await readRows(sql)).toEqual(before)
  })
})

describe('a post that is sent again with its Idempotency-Key', () => {
  const key = (text: string) => ({ 'Idempotency-Key': text })
  const someKey = 'b5a4b6b2-90f5-4f0e-9d2f'

  it('is the same listing, with a token that takes the place of the first', async () => {
    const { base, sql } = await serve({ postsPerHour: 1 })
    const send = async (headers = key(someKey), fields = {}) => {
      const response = await post(base, listingInput(fields), headers)
      return {
        status: response.status,
        listing: response.ok ? ((await response.json()) as OwnListing & { manageToken: string }) : undefined,
      }
    }
    const first = await send()
    const again = await send()
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.listing).toEqual({ ...first.listing, manageToken: expect.stringMatching(/^[\w-]{43}$/) })
    const id = first.listing?.id ?? ''
    expect((await manage(base, ['GET', id], first.listing?.manageToken)).status).toBe(403)
    expect((await manage(base, ['GET', id], again.listing?.manageToken)).status).toBe(200)
    expect(await sql`select from listings`).toHaveLength(1)
    // Another text is another post, and so is another key: both count.
    expect((await send(key(someKey), { title: 'another' })).status).toBe(429)
    expect((await send(key(`${someKey}-2`))).status).toBe(429)
  })

  it('is one listing where both arrive at once', async () => {
    const { base, sql } = await serve()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post(base, listingInput(), key(someKey))),
    )
    const listings = (await Promise.all(answers.map((answer) => answer.json()))) as OwnListing[]
    expect(new Set(listings.map(({ id }) => id)).size).toBe(1)
    expect(await sql`select from listings`).toHaveLength(1)
    expect(await sql`select from accepted_posts`).toHaveLength(1)
  })

  it('is refused with a key that could be guessed, or that is too long', async () => {
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

import { describe, expect, it } from 'vitest'
import type { ListingSummary } from '#domain/listings/listing.ts'
import type { Database } from '../database/open.ts'
import { openTestDatabase } from '../tests/database.ts'
import { listingInput, post, serve } from '../tests/serve.ts'

async function read(address: string) {
  const response = await fetch(address)
  const next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
  return { status: response.status, listings: (await response.json()) as ListingSummary[], next }
}

/** Inserts `count` listings of one subcategory, `perInstant` of them at each microsecond. */
async function fill(sql: Database, count: number, perInstant: number): Promise<void> {
  await sql`
    insert into listings (category, subcategory, title, description, contact, location, created_at)
    select 'jobs', 'product', 'listing ' || n, 'text', 'a@example.org', 'SF',
      timestamptz '2026-03-08 09:59:59.999990Z' + (n / ${perInstant}::integer) * interval '1 microsecond'
    from generate_series(1, ${count}::integer) as n
  `
}

describe('GET /api/listings/category/{category}/{subcategory}', () => {
  it('lists the newest first with the fields of the spec, the subcategory and the optional fields', async () => {
    const { base } = await serve()
    for (const title of ['first', 'second']) await post(base, listingInput({ title, price: 1450 }))
    const { listings } = await read(`${base}/api/listings/category/housing/rooms-shared`)
    expect(listings.map(({ title }) => title)).toEqual(['second', 'first'])
    expect(Object.keys(listings[0] ?? {}).toSorted()).toEqual([
      'createdAt',
      'description',
      'id',
      'location',
      'price',
      'pricePeriod',
      'subcategory',
      'title',
    ])
  })

  it.each([
    ['the category alone', '/housing', 1],
    ['letter case', '/HOUSING/Rooms-Shared', 1],
    ['a name with spaces', '/housing/rooms%20shared', 1],
    ['a subcategory of another category', '/jobs/rooms-shared', 0],
    ['an unknown category', '/nonsense', 0],
    ['an unknown subcategory', '/housing/castles', 0],
    ['dots', '/housing/%2e%2e%2f%2e%2e%2fpackage.json', 0],
    ['SQL', `/housing/${encodeURIComponent("' or 1=1 --")}`, 0],
    ['a truncated escape', '/housing/%E0%A4%A', 0],
  ])('fault 45, 53, 55: matches slugs: %s', async (_what, path, count) => {
    const { base } = await serve()
    await post(base, listingInput())
    const { status, listings } = await read(`${base}/api/listings/category${path}`)
    expect([status, listings.length]).toEqual([200, count])
  })

  it('fault 44: refuses NUL in a path', async () => {
    const { base } = await serve()
    expect((await fetch(`${base}/api/listings/category/jobs%00`)).status).toBe(400)
    expect((await fetch(`${base}/api/listings/category/jobs/a%00b`)).status).toBe(400)
  })

  it('fault 36: pages by 50 with a link to the next page; every listing once, even if many share an instant', async () => {
    const { base, sql } = await serve()
    await fill(sql, 250, 30)
    const seen: string[] = []
    const sizes: number[] = []
    let address: string | undefined = '/api/listings/category/jobs/product'
    while (address) {
      const page: Awaited<ReturnType<typeof read>> = await read(base + address)
      sizes.push(page.listings.length)
      seen.push(...page.listings.map(({ id }) => id))
      address = page.next
    }
    expect(sizes).toEqual([50, 50, 50, 50, 50])
    const ids = await sql<Array<{ id: string }>>`select id from listings order by created_at desc, id desc`
    expect(seen).toEqual(ids.map(({ id }) => id))
  })

  it('filters by city on every page, and refuses an unknown city', async () => {
    const { base, sql } = await serve()
    await fill(sql, 150, 30)
    await sql`update listings set location = 'NYC' where right(title, 1) in ('1', '3', '5', '7', '9')`
    for (const [path, city] of [
      ['/jobs', 'nyc'],
      ['/jobs/product', 'NYC'],
    ]) {
      const first = await read(`${base}/api/listings/category${path}?city=${city}`)
      const second = await read(base + (first.next ?? ''))
      expect([first.listings.length, second.listings.length, second.next]).toEqual([50, 25, undefined])
      const found = [...first.listings, ...second.listings]
      expect(new Set(found.map(({ location }) => location))).toEqual(new Set(['NYC']))
      expect(new Set(found.map(({ id }) => id)).size).toBe(75)
    }
    for (const query of ['city=LA', 'city=', 'city=SF&city=NYC', 'city=%00']) {
      const response = await fetch(`${base}/api/listings/category/jobs?${query}`)
      expect([response.status, await response.text()]).toEqual([400, 'city must be SF or NYC'])
    }
  })

  it('has no next link when the last page is full', async () => {
    const { base, sql } = await serve()
    await fill(sql, 50, 1)
    expect((await read(`${base}/api/listings/category/jobs`)).next).toBeUndefined()
  })

  it('keeps its place while new listings arrive', async () => {
    const { base, sql } = await serve()
    await fill(sql, 75, 1)
    const first = await read(`${base}/api/listings/category/jobs`)
    await post(base, listingInput({ category: 'jobs', subcategory: 'product' }))
    const second = await read(base + (first.next ?? ''))
    expect(new Set([...first.listings, ...second.listings].map(({ id }) => id)).size).toBe(75)
  })

  it.each([
    '',
    '-1',
    '0',
    '1e9',
    'NaN',
    '_',
    '1_',
    `-1_${crypto.randomUUID()}`,
    `99999999999999999999_${crypto.randomUUID()}`,
    `1_${crypto.randomUUID()}_x`,
    `1_${crypto.randomUUID()}&before=2`,
    "'; drop table listings; --",
  ])('fault 54: refuses the cursor %j', async (cursor) => {
    const { base } = await serve()
    const query = cursor.includes('&') ? cursor : encodeURIComponent(cursor)
    const response = await fetch(`${base}/api/listings/category/jobs?before=${query}`)
    expect(response.status).toBe(400)
    expect(await response.text()).toBe('before is not a valid cursor: follow the link to the next page')
  })

  it.each(['9999999999999999', '1', '0'])('accepts an extreme cursor: %s', async (micros) => {
    const { base } = await serve()
    const cursor = `${micros}_${crypto.randomUUID()}`
    const { status } = await read(`${base}/api/listings/category/jobs?before=${cursor}`)
    expect(status).toBe(200)
  })

  it.each(['1969-12-31', '2200-01-02', '0044-03-15 BC', 'infinity', '-infinity'])(
    'never meets a row created at %s: a constraint of the table refuses it',
    async (date) => {
      const { sql } = await openTestDatabase()
      const insert = sql`
        insert into listings (category, subcategory, title, description, contact, location, created_at)
        values ('jobs', 'product', 'title', 'text', 'a@example.org', 'SF', ${date}::text::timestamptz)
      `
      await expect(insert).rejects.toThrow('listings_created_at_is_plausible')
    },
  )
})

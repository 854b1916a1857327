import { describe, expect, it } from 'vitest'
import type { ListingSummary } from '#domain/listings/listing.ts'
import type { Database } from '../database/open.ts'
import { postOne } from '../tests/manage.ts'
import { readView } from '../tests/read-page.ts'
import { serve } from '../tests/serve.ts'
import { pollOptions } from '../tests/poll-options.ts'

const setExpiry = (sql: Database, id: string, expiry: string) =>
  sql`update listings set expires_at = ${expiry}::text::timestamptz where id = ${id}`

describe('a listing that is posted', () => {
  it('expires after 45 days of 24 hours, in jobs and housing after 30', async () => {
    const { base } = await serve()
    for (const [category, subcategory, days] of [
      ['community', 'music', 45],
      ['chat groups', 'general', 45],
      ['jobs', 'product', 30],
      ['HOUSING', 'rooms shared', 30],
    ] as const) {
      const { createdAt, expiresAt } = await postOne(base, { category, subcategory })
      expect(Date.parse(expiresAt ?? '') - Date.parse(createdAt)).toBe(days * 86_400_000)
    }
  })
})

describe('a listing inserted without an expiry', () => {
  it('never expires', async () => {
    const { base, sql } = await serve()
    await sql`
      insert into listings (category, subcategory, title, description, contact, location, created_at)
      values ('jobs', 'product', 'old', 'text', 'a@example.org', 'SF', '1999-01-01Z')
    `
    const list = (await (await fetch(`${base}/api/listings/category/jobs`)).json()) as ListingSummary[]
    expect(list.map(({ title }) => title)).toEqual(['old'])
    expect((await fetch(`${base}/api/listings/${list[0]?.id}`)).status).toBe(200)
    expect((await fetch(`${base}/listing/${list[0]?.id}`)).status).toBe(200)
  })
})

describe('a listing that has expired', () => {
  it('answers 410: the API with its last day in San Francisco, the page without its text', async () => {
    const { base, sql } = await serve()
    const canary = 'canary@example.org'
    const { id } = await postOne(base, { title: `a ${canary}`, description: canary, contact: canary })
    await setExpiry(sql, id, '2026-03-09T06:59:59Z')
    const answer = await fetch(`${base}/api/listings/${id}`)
    const text = 'this listing expired on 2026-03-08'
    expect([answer.status, await answer.text()]).toEqual([410, text])
    expect(answer.headers.get('expired-on')).toBe('2026-03-08')
    expect(answer.headers.get('cache-control')).toBe('no-store')

    const page = await fetch(`${base}/listing/${id.toUpperCase()}`)
    const html = await page.text()
    expect(page.status).toBe(410)
    const view = {
      page: 'listing',
      state: 'expired',
      id: id.toUpperCase(),
      expiredAt: '2026-03-09T06:59:59.000Z',
    }
    expect(readView(html)).toEqual(view)
  })

  it('expires on time by the clock of the database', async () => {
    const { base, sql } = await serve()
    const { id } = await postOne(base)
    const statusAfter = async (interval: string, status: number) => {
      await sql`update listings set expires_at = now() + ${interval}::text::interval`
      await expect
        .poll(async () => (await fetch(`${base}/api/listings/${id}`)).status, pollOptions)
        .toBe(status)
    }
    await statusAfter('0 seconds', 410)
    await statusAfter('1 minute', 200)
    await statusAfter('3 seconds', 410)
  })

  it('is in no list and does not count for a next page', async () => {
    const { base, sql } = await serve()
    await sql`
      insert into listings (category, subcategory, title, description, contact, location, created_at, expires_at)
      select 'jobs', 'product', 'listing ' || n, 'text', 'a@example.org', 'SF', now() - n * interval '1 minute',
        case n % 3 when 0 then null when 1 then now() + interval '1 hour' else now() - interval '1 hour' end
      from generate_series(1, 150) as n
    `
    const path = '/api/listings/category/jobs/product'
    const first = await fetch(base + path)
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = await fetch(base + next)
    const titles = [
      ...((await first.json()) as ListingSummary[]),
      ...((await second.json()) as ListingSummary[]),
    ].map(({ title }) => Number(title.slice('listing '.length)))
    expect(titles).toEqual(Array.from({ length: 150 }, (_, index) => index + 1).filter((n) => n % 3 !== 2))
    expect(second.headers.get('link')).toBeNull()
    await sql`update listings set expires_at = now() where title <> 'listing 7'`
    const readTitles = async () => {
      const { listings } = readView(await (await fetch(`${base}/category/jobs`)).text()) as {
        listings: ListingSummary[]
      }
      return listings.map(({ title }) => title)
    }
    await expect.poll(readTitles, pollOptions).toEqual(['listing 7'])
  })

  it('cannot have an expiry that no page could show: a constraint of the table refuses it', async () => {
    const { base, sql } = await serve()
    const { id } = await postOne(base)
    for (const instant of ['1969-12-31', '2200-01-02', 'infinity', '-infinity']) {
      await expect(setExpiry(sql, id, instant)).rejects.toThrow('listings_expires_at_is_plausible')
    }
  })
})

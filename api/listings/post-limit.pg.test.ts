import { describe, expect, it } from 'vitest'
import { openDatabase } from '../database/open.ts'
import { openTestDatabase } from '../tests/database.ts'
import { readView } from '../tests/read-page.ts'
import { listingInput, post, serve, serveOver } from '../tests/serve.ts'

const behindProxy = (address: string) => ({ 'X-Forwarded-For': address })

describe('the limit on posts', () => {
  it('refuses the first post beyond it with a message and the time to try again', async () => {
    const { base, sql } = await serve({ postsPerHour: 2 })
    const statuses = []
    for (let n = 0; n < 3; n += 1) statuses.push((await post(base, listingInput())).status)
    expect(statuses).toEqual([201, 201, 429])
    const refused = await post(base, listingInput())
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3600)
    expect(await refused.text()).toBe(
      'too many listings were posted from your network in the last hour, try again in 60 minutes',
    )
    expect(await sql`select from listings`).toHaveLength(2)
  })

  it('returns a form with everything that was typed', async () => {
    const { base } = await serve({ postsPerHour: 1 })
    expect((await post(base, listingInput())).status).toBe(201)
    const typed = listingInput({ title: 'typed <b>', description: '\ntwo lines\n"and" a third' })
    const answer = await fetch(`${base}/api/listings`, {
      method: 'POST',
      headers: { Accept: 'text/html,*/*;q=0.8', 'Sec-Fetch-Site': 'same-origin' },
      body: new URLSearchParams(typed as Record<string, string>),
    })
    const html = await answer.text()
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([429, 'no-store'])
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(readView(html)).toEqual({
      page: 'post',
      form: {
        typed,
        faults: {},
        message: expect.stringMatching(
          /^too many listings were posted from your network in the last hour/,
        ) as string,
      },
    })
  })

  it('counts only posts that were accepted', async () => {
    const { base } = await serve({ postsPerHour: 1 })
    for (let n = 0; n < 5; n += 1) expect((await post(base, {})).status).toBe(400)
    expect((await post(base, listingInput())).status).toBe(201)
  })

  it('does not count a post whose transaction failed', async () => {
    const { base, sql } = await serve({ postsPerHour: 1 })
    await sql`alter table listings add constraint never check (title <> 'never') not valid`
    expect((await post(base, listingInput({ title: 'never' }))).status).toBe(500)
    expect((await post(base, listingInput())).status).toBe(201)
  })

  it('holds in a burst, across two processes’ pools, and lets exactly the allowed number in', async () => {
    const { sql, url } = await openTestDatabase()
    const second = openDatabase(url)
    const first = await serveOver({ sql, url }, { postsPerHour: 5 })
    const other = await serveOver({ sql: second, url }, { postsPerHour: 5 })
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => post(n % 2 ? first.base : other.base, listingInput())),
    )
    await second.end()
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(35)
  })

  it('lets a network post again as its posts age, one by one', async () => {
    const { base, sql } = await serve({ postsPerHour: 2 })
    for (let n = 0; n < 2; n += 1) await post(base, listingInput())
    await sql`update accepted_posts set accepted_at = accepted_at - interval '59 minutes 50 seconds'`
    const refused = await post(base, listingInput())
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(10)
    expect(await refused.text()).toMatch(/try again in a minute$/)
    await sql`update accepted_posts set accepted_at = accepted_at - interval '10 seconds'`
    expect((await post(base, listingInput())).status).toBe(201)
  })

  it('does not limit reads', async () => {
    const { base } = await serve({ postsPerHour: 1 })
    await post(base, listingInput())
    expect((await post(base, listingInput())).status).toBe(429)
    expect((await fetch(`${base}/api/listings/category/housing`)).status).toBe(200)
  })

  it('is not dodged by a forged X-Forwarded-For', async () => {
    const { base } = await serve({ postsPerHour: 1 })
    expect((await post(base, listingInput(), behindProxy('192.0.2.1'))).status).toBe(201)
    expect((await post(base, listingInput(), behindProxy('192.0.2.2'))).status).toBe(429)
  })

  it('uses the address that a trusted proxy forwards: the last untrusted one in the chain', async () => {
    const { base } = await serve({ postsPerHour: 1, trustedProxies: ['127.0.0.0/8', '10.0.0.0/8'] })
    expect((await post(base, listingInput(), behindProxy('192.0.2.1'))).status).toBe(201)
    expect((await post(base, listingInput(), behindProxy('192.0.2.2'))).status).toBe(201)
    expect((await post(base, listingInput(), behindProxy('198.51.100.7, 192.0.2.2, 10.1.1.1'))).status).toBe(
      429,
    )
  })
})

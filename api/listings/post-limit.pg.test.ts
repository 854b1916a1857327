import { describe, expect, it } from 'vitest'
import { openDatabase } from '../database/open.ts'
import { openTestDatabase } from '../tests/database.ts'
import { readView } from '../tests/read-page.ts'
import { listingInput, post, serve, serveOver } from '../tests/serve.ts'

const behindProxy = (address: string) => ({ 'X-Forwarded-For': address })

describe('the limit on posts', () => {
  it('fault 67: refuses the first post beyond it with a message and the time to try again', async () => {
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
      city: 'SF',
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
    await sql`alter table all_listings add constraint never check (title <> 'never') not valid`
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

  it.each([
    ['a /56', 10, (n: number) => `2001:db8:1:${(n + 1).toString(16)}::1`],
    ['a /48', 25, (n: number) => `2001:db8:1:${(n * 256).toString(16)}::1`],
    ['a /24', 25, (n: number) => `192.0.2.${n + 1}`],
  ])(
    'holds in a burst from the addresses of %s over two processes’ pools',
    async (_what, most, addressOf) => {
      const { sql, url } = await openTestDatabase()
      const second = openDatabase(url)
      const settings = { postsPerHour: 5, trustedProxies: ['127.0.0.1'] }
      const [first, other] = [
        await serveOver({ sql, url }, settings),
        await serveOver({ sql: second, url }, settings),
      ]
      const answers = await Promise.all(
        Array.from({ length: 80 }, (_, n) =>
          post(n % 2 ? first.base : other.base, listingInput(), behindProxy(addressOf(n))),
        ),
      )
      await second.end()
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(most)
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(80 - most)
    },
  )

  it('in a burst, fails only the post that the database refuses, and answers each with its own listing', async () => {
    const { base, sql } = await serve({ postsPerHour: 1, trustedProxies: ['127.0.0.1'] })
    await sql`alter table all_listings add constraint never check (title <> 'title 7') not valid`
    const numbers = Array.from({ length: 30 }, (_, number) => number)
    const answers = await Promise.all(
      numbers.map((number) =>
        post(base, listingInput({ title: `title ${number}` }), behindProxy(`10.0.${number}.1`)),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(numbers.map((number) => (number === 7 ? 500 : 201)))
    const titles = await Promise.all(
      answers
        .filter(({ ok }) => ok)
        .map(async (answer) => ((await answer.json()) as { title: string }).title),
    )
    expect(titles).toEqual(numbers.filter((number) => number !== 7).map((number) => `title ${number}`))
    expect(await sql`select from listings`).toHaveLength(29)
    expect(await sql`select from counted_requests where network = '*'`).toHaveLength(29)
  })

  it('fault 33: stores a post once that is sent ten times in a burst with one key', async () => {
    const { base, sql } = await serve()
    const headers = { 'Idempotency-Key': 'a key that is sent ten times'.replaceAll(' ', '-') }
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(base, listingInput(), headers)))
    const bodies = await Promise.all(answers.map((answer) => answer.text()))
    expect(new Set(bodies).size).toBe(1)
    expect(await sql`select from listings`).toHaveLength(1)
    expect(await sql`select from counted_requests where network = '*'`).toHaveLength(1)
  })

  it('lets a network post again as its posts age, one by one', async () => {
    const { base, sql } = await serve({ postsPerHour: 2 })
    for (let n = 0; n < 2; n += 1) await post(base, listingInput())
    await sql`update counted_requests set at = at - interval '59 minutes 50 seconds'`
    const refused = await post(base, listingInput())
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(10)
    expect(await refused.text()).toMatch(/try again in a minute$/)
    await sql`update counted_requests set at = at - interval '10 seconds'`
    expect((await post(base, listingInput())).status).toBe(201)
  })

  it('fault 67: does not limit reads', async () => {
    const { base } = await serve({ postsPerHour: 1 })
    await post(base, listingInput())
    expect((await post(base, listingInput())).status).toBe(429)
    expect((await fetch(`${base}/api/listings/category/housing`)).status).toBe(200)
  })

  it('fault 66: is not dodged by a forged X-Forwarded-For', async () => {
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

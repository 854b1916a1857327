import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { SearchAnswer } from '#domain/search.ts'
import type { Database } from '../database/open.ts'
import { listWaiting, lockTable } from '../tests/database.ts'
import { insertEvent } from '../tests/events.ts'
import { serve } from '../tests/serve.ts'
import { pollOptions } from '../tests/poll-options.ts'

type Written = {
  title: string
  description?: string
  location?: string
  category?: string
  subcategory?: string
  days?: number
}

/** Stores listings that were posted `days` ago. By default the first listing is the newest. */
async function storeListings(sql: Database, listings: Written[]): Promise<void> {
  for (const [
    index,
    { title, description = 'ordinary', location = 'SF', category = 'housing', subcategory, days },
  ] of listings.entries())
    await sql`
      insert into listings (category, subcategory, title, description, contact, location, created_at)
      values (
        ${category}, ${subcategory ?? 'sublets temporary'}, ${title}, ${description}, 'secret@example.org', ${location},
        now() - ${days ?? index} * interval '1 day'
      )
    `
}

async function search(
  base: string,
  query: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<SearchAnswer> {
  const response = await fetch(`${base}/api/search?${new URLSearchParams(query)}`, { headers })
  const text = await response.text()
  expect([response.status, text]).toEqual([200, expect.any(String)])
  return JSON.parse(text) as SearchAnswer
}

const titlesOf = ({ results }: SearchAnswer['listings']) => results.map(({ title }) => title)

it('returns listings and events in one answer, each with its date, place and page', async () => {
  const { base, sql } = await serve()
  const event = await insertEvent(sql, { title: 'Robots and ramen', date: '2126-11-21T17:00:00Z' })
  await storeListings(sql, [{ title: 'Robot arm for rent', location: 'NYC' }])
  const [row] = await sql<[{ id: string; createdAt: Date }]>`select id, created_at from listings`
  expect(await search(base, { q: 'robot' })).toEqual({
    listings: {
      results: [
        {
          id: row.id,
          title: 'Robot arm for rent',
          date: row.createdAt.toISOString(),
          location: 'NYC',
          path: `/listing/${row.id}`,
          about: { category: 'housing', subcategory: 'sublets temporary', text: 'ordinary' },
        },
      ],
      hasMore: false,
    },
    events: {
      results: [
        {
          id: event,
          title: 'Robots and ramen',
          date: '2126-11-21T17:00:00.000Z',
          location: 'SHACK15, Embarcadero',
          path: `/event/${event}`,
        },
      ],
      hasMore: false,
    },
  })
})

it('ranks exact titles first, then titles that begin with the query, titles that contain it, texts, and corrections', async () => {
  const { base, sql } = await serve()
  await storeListings(sql, [
    { title: 'missing: a cat' },
    { title: 'a room', description: 'With a window on the mission.' },
    { title: 'A quiet mission' },
    { title: 'Mission, by the day', days: 40 },
    { title: 'MISSION!', days: 50 },
    { title: 'kitchen' },
  ])
  expect(titlesOf((await search(base, { q: 'Mission' })).listings)).toEqual([
    'MISSION!',
    'Mission, by the day',
    'A quiet mission',
    'a room',
    'missing: a cat',
  ])
})

it('corrects missing, extra, wrong and transposed letters', async () => {
  const { base, sql } = await serve()
  await storeListings(sql, [
    { title: 'Design lead wanted' },
    { title: 'Founding engineer' },
    { title: 'Climate accelerator' },
    { title: 'Pitch coach' },
    { title: 'Shared flat', description: 'A large kitchen.' },
  ])
  for (const [q, title] of [
    ['desing', 'Design lead wanted'],
    ['desihn lead', 'Design lead wanted'],
    ['enginer', 'Founding engineer'],
    ['enigneer fonding', 'Founding engineer'],
    ['accelratr', 'Climate accelerator'],
    ['caoch', 'Pitch coach'],
    ['kichen', 'Shared flat'],
  ] as const)
    expect([q, ...titlesOf((await search(base, { q })).listings)]).toEqual([q, title])
})

it('finds words in any script, in titles and texts, regardless of case and accents', async () => {
  const { base, sql } = await serve()
  const listings = [
    { title: 'Café à louer', description: 'Près du métro.' },
    { title: 'rooms for founders', location: 'NYC', subcategory: 'rooms shared' },
    { title: '寻找联合创始人', description: '我们在旧金山。' },
    { title: 'スタートアップの部屋' },
    { title: 'Ищем инженера' },
    { title: 'شقة للإيجار' },
    { title: 'C++ house 🏠' },
    { title: 'Ánimo y compañía' },
    { title: 'Διαμέρισμα, κεντρικός δρόμος' },
  ]
  await storeListings(sql, listings)
  for (const [q, at] of [
    ['cafe louer', 0],
    ['CAFÉ', 0],
    ['metro', 0],
    ['room founder', 1],
    ['shared nyc', 1],
    ['创始', 2],
    ['旧', 2],
    ['部屋', 3],
    ['инже', 4],
    ['شقة', 5],
    ['c++ hou', 6],
    ['compania', 7],
    ['compan', 7],
    ['ΔΡΌΜΟΣ', 8],
    ['room founder c', 1],
  ] as const) {
    expect([q, ...titlesOf((await search(base, { q })).listings)]).toEqual([q, listings[at]?.title])
  }
  expect(titlesOf((await search(base, { q: '始创' })).listings)).toEqual([])
})

it('finds a word whether it is written as one, as two or with a hyphen', async () => {
  const { base, sql } = await serve()
  await storeListings(sql, [
    { title: 'Cofounder wanted' },
    { title: 'Looking for a co-founder' },
    { title: 'Your own co founder' },
    { title: 'Fundraising clinic' },
    { title: 'Fund-raising clinic' },
    { title: 'Fund raising clinic' },
    { title: 'Pitch deck night' },
  ])
  for (const q of ['cofounder', 'co-founder', 'co founder', 'Co-Founder']) {
    const titles = titlesOf((await search(base, { q })).listings)
    expect([q, titles.toSorted()]).toEqual([
      q,
      ['Cofounder wanted', 'Looking for a co-founder', 'Your own co founder'],
    ])
  }
  for (const q of [
    'fundraising',
    'fund-raising',
    'fund raising',
    'fundraising clinic',
    'fund-raising clinic',
  ]) {
    const titles = titlesOf((await search(base, { q })).listings)
    expect([q, titles.toSorted()]).toEqual([
      q,
      ['Fund raising clinic', 'Fund-raising clinic', 'Fundraising clinic'],
    ])
  }
  expect(titlesOf((await search(base, { q: 'pitchdeck' })).listings)).toEqual(['Pitch deck night'])
})

it('finds the listings of a city by each of its names, alone or with other words', async () => {
  const { base, sql } = await serve()
  await insertEvent(sql, { title: 'Desk swap', date: '2126-11-21T17:00:00Z' })
  await storeListings(sql, [
    { title: 'desk in soho', location: 'NYC' },
    { title: 'desk in soma' },
    { title: 'chair in soma' },
  ])
  for (const [q, listings, events] of [
    ['San Francisco', ['desk in soma', 'chair in soma'], []],
    ['san fran', ['desk in soma', 'chair in soma'], []],
    ['SF', ['desk in soma', 'chair in soma'], []],
    ['san francisco desk', ['desk in soma'], ['Desk swap']],
    ['desk sf', ['desk in soma'], ['Desk swap']],
    ['New York', ['desk in soho'], []],
    ['new york city', ['desk in soho'], []],
    ['NYC', ['desk in soho'], []],
    ['Nueva York', ['desk in soho'], []],
    ['desk new york city', ['desk in soho'], []],
  ] as const) {
    const answer = await search(base, { q })
    expect([q, titlesOf(answer.listings), titlesOf(answer.events)]).toEqual([q, listings, events])
  }
})

it('finds a category by its name in each language, with and without accents', async () => {
  const { base, sql } = await serve()
  await storeListings(sql, [
    { title: 'Backend', category: 'jobs', subcategory: 'engineering' },
    { title: 'Two hours a week', category: 'founders', subcategory: 'cofounder matching' },
    { title: 'Numbers', category: 'chat groups', subcategory: 'fundraising' },
    { title: 'A loft', category: 'housing', subcategory: 'hacker houses' },
    { title: 'Trading cards', category: 'gigs', subcategory: 'bounties' },
  ])
  for (const [q, titles] of [
    ['ingeniería', ['Backend']],
    ['INGENIERIA', ['Backend']],
    ['ingénierie', ['Backend']],
    ['Ingenierie', ['Backend']],
    ['trouver un cofondateur', ['Two hours a week']],
    ['encontrar cofundador', ['Two hours a week']],
    ['levée de fonds', ['Numbers']],
    ['LEVANTAR CAPITAL', ['Numbers']],
    ['casas de hackers', ['A loft']],
    ['logement', ['A loft']],
    ['vivienda loft', ['A loft']],
    ['recompensas', ['Trading cards']],
    ['missions', ['Trading cards']],
    // French for gigs is "missions", and no reader of English means them by this.
    ['mission', []],
  ] as const) {
    expect([q, titlesOf((await search(base, { q })).listings)]).toEqual([q, titles])
  }
  // Prefixes match only in the language of the reader.
  for (const [q, language, titles] of [
    ['ingeni', 'es', ['Backend']],
    ['loge', 'fr', ['A loft']],
    ['loge', 'en', []],
    ['trouver un cofond', 'fr', ['Two hours a week']],
  ] as const) {
    const answer = await search(base, { q }, { 'Accept-Language': language })
    expect([q, language, titlesOf(answer.listings)]).toEqual([q, language, titles])
  }
})

it('filters listings by city, and has events for San Francisco only', async () => {
  const { base, sql } = await serve()
  await insertEvent(sql, { title: 'Desk swap', date: '2126-11-21T17:00:00Z' })
  await storeListings(sql, [{ title: 'desk in soho', location: 'NYC' }, { title: 'desk in soma' }])
  for (const [city, listings, events] of [
    [undefined, ['desk in soho', 'desk in soma'], ['Desk swap']],
    ['SF', ['desk in soma'], ['Desk swap']],
    ['nyc', ['desk in soho'], []],
  ] as const) {
    const answer = await search(base, { q: 'desk', ...(city && { city }) })
    expect([city, titlesOf(answer.listings), titlesOf(answer.events)]).toEqual([city, listings, events])
  }
})

it('puts upcoming events first, soonest first, then past ones, latest first', async () => {
  const { base, sql } = await serve()
  for (const year of ['1999', '2126', '2025', '2127'])
    await insertEvent(sql, { title: `Demo night ${year}`, date: `${year}-11-21T17:00:00Z` })
  // A running event counts as upcoming.
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  await insertEvent(sql, { title: 'Demo night runs', date: at(-3), end: at(2) })
  const { events } = await search(base, { q: 'demo' })
  expect(titlesOf(events).map((title) => title.slice(-4))).toEqual(['runs', '2126', '2127', '2025', '1999'])
})

it('returns at most ten of each kind, and whether there are more', async () => {
  const { base, sql } = await serve()
  const words = Array.from({ length: 10 }, (_, index) => ({ title: `piano ${index}` }))
  await storeListings(sql, words)
  for (const { title } of words) await insertEvent(sql, { title })
  const count = async () => {
    const { listings, events } = await search(base, { q: 'piano' })
    return [listings, events].map(({ results, hasMore }) => [results.length, hasMore])
  }
  expect(await count()).toEqual([
    [10, false],
    [10, false],
  ])
  await storeListings(sql, [{ title: 'piano 10' }])
  await insertEvent(sql, { title: 'piano 10' })
  await expect.poll(count, pollOptions).toEqual([
    [10, true],
    [10, true],
  ])
})

it('finds rare words, common words and old titles among many listings', async () => {
  const { base, sql } = await serve()
  await sql`
    insert into listings (category, subcategory, title, description, contact, location, created_at)
    select 'jobs', 'product', 'an ordinary listing ' || n, 'please contact me', 'x', 'SF', now() - n * interval '1 minute'
    from generate_series(1, 3000) as n
  `
  await storeListings(sql, [
    { title: 'ordinary', days: 400 },
    { title: 'a very rare bird', days: 500 },
    { title: 'ordinary in soho', location: 'NYC', days: 600 },
    { title: 'Solidity contract audit', days: 700 },
    { title: 'Founding engineer for contracts', days: 701 },
  ])
  const common = titlesOf((await search(base, { q: 'ordinary' })).listings)
  expect(common.slice(0, 3)).toEqual(['ordinary', 'ordinary in soho', 'an ordinary listing 1'])
  const begun = titlesOf((await search(base, { q: 'an ordinary' })).listings)
  expect(begun.slice(0, 3)).toEqual([1, 2, 3].map((n) => `an ordinary listing ${n}`))
  expect(titlesOf((await search(base, { q: 'rare bird' })).listings)).toEqual(['a very rare bird'])
  expect(titlesOf((await search(base, { q: 'soho', city: 'NYC' })).listings)).toEqual(['ordinary in soho'])
  // The correction, which matches all other listings, comes after the exact word.
  const contracts = await search(base, { q: 'contract' })
  expect(contracts.listings.results).toHaveLength(10)
  expect(contracts.listings.hasMore).toBe(true)
  expect(titlesOf(contracts.listings).slice(0, 3)).toEqual([
    'Solidity contract audit',
    'Founding engineer for contracts',
    'an ordinary listing 1',
  ])
  expect(titlesOf((await search(base, { q: 'listing 2999' })).listings)).toEqual(['an ordinary listing 2999'])
})

it('fault 31: refuses searches while the queue is full, on the home page with a message of its own, and then recovers', async () => {
  const { base, sql } = await serve()
  await storeListings(sql, [{ title: 'desk' }])
  const unlock = await lockTable(sql, 'listings')
  const refused = Promise.withResolvers<Response>()
  // Three are under way and fifty wait.
  const statuses: number[] = []
  const answers = Array.from({ length: 54 }, async (_, index) => {
    const answer = await fetch(`${base}/api/search?q=desk ${index}`)
    statuses.push(answer.status)
    if (answer.status === 503) refused.resolve(answer)
  })
  const refusal = await refused.promise
  expect(statuses).toEqual([503])
  expect([await refusal.text(), refusal.headers.get('retry-after')]).toEqual([
    'this is not available right now, try again in a moment',
    '5',
  ])
  const page = await fetch(`${base}/?q=desk`)
  expect([page.status, await page.text()]).toEqual([
    200,
    expect.stringContaining('&quot;answer&quot;:&quot;away&quot;'),
  ])
  await unlock()
  // The waiting searches may succeed or time out: that depends on the machine.
  await Promise.all(answers)
  expect(titlesOf((await search(base, { q: 'desk' })).listings)).toEqual(['desk'])
})

/** Each query is unique, because equal searches share one run. */
const searchFrom = (base: string, address: string, signal?: AbortSignal) =>
  fetch(`${base}/api/search?q=desk ${crypto.randomUUID()}`, {
    headers: { 'X-Forwarded-For': address },
    ...(signal && { signal }),
  })

it('refuses no searches from other networks while one network floods', async () => {
  const { base, sql } = await serve({ trustedProxies: ['127.0.0.0/8'] })
  await storeListings(sql, [{ title: 'desk' }])
  let isOver = false
  let refused = 0
  const flood = Array.from({ length: 70 }, async () => {
    while (!isOver) {
      const { status } = await searchFrom(base, '192.0.2.1')
      if (status !== 503) continue
      refused += 1
      await setTimeout(100)
    }
  })
  await expect.poll(() => refused, pollOptions).toBeGreaterThan(0)
  const visitors = Array.from({ length: 10 }, async (_, index) => {
    const { status } = await searchFrom(base, `192.0.2.${index + 2}`)
    return status
  })
  const statuses = await Promise.all(visitors)
  isOver = true
  await Promise.all(flood)
  expect(statuses).toEqual(statuses.map(() => 200))
})

it('removes a search from the queue when its client disconnects', async () => {
  const { base, sql, logged } = await serve()
  await storeListings(sql, [{ title: 'desk' }])
  const unlock = await lockTable(sql, 'listings')
  let isOver = false
  const searchOn = async () => {
    while (!isOver) await searchFrom(base, '')
  }
  // Three searches run concurrently. Each gives up after four seconds, so it is repeated.
  const running = Array.from({ length: 3 }, searchOn)
  await expect.poll(() => listWaiting(sql, 'other'), pollOptions).toHaveLength(3)
  // The answer to a disconnected client is visible only in the log.
  const leave = async () => {
    const leaving = new AbortController()
    const answer = searchFrom(base, '', leaving.signal).catch(() => undefined)
    await fetch(`${base}/api/health`)
    leaving.abort()
    await answer
    return logged()
  }
  const withinFourSeconds = /"\/api\/search","status":503,"ms":[1-3]?\d{1,3}\b/
  await expect.poll(leave, pollOptions).toMatch(withinFourSeconds)
  isOver = true
  await unlock()
  await Promise.all(running)
})

it('neither shows contacts nor searches them', async () => {
  const { base, sql } = await serve()
  await storeListings(sql, [{ title: 'desk' }])
  expect(JSON.stringify(await search(base, { q: 'desk' }))).not.toContain('secret')
  expect(titlesOf((await search(base, { q: 'secret@example.org' })).listings)).toEqual([])
})

it('does not find text that was deleted or replaced', async () => {
  const { base, sql } = await serve()
  await storeListings(sql, [{ title: 'violin' }, { title: 'cello' }])
  await sql`update listings set title = 'trombone' where title = 'violin'`
  await sql`delete from listings where title = 'cello'`
  for (const [q, titles] of [
    ['violin', []],
    ['cello', []],
    ['trombnoe', ['trombone']],
  ] as const) {
    expect([q, ...titlesOf((await search(base, { q })).listings)]).toEqual([q, ...titles])
  }
})

it('fault 55: answers any input, or refuses it with one line of plain text', async () => {
  const { base, sql } = await serve()
  await storeListings(sql, [{ title: 'a desk' }])
  const answered = /^\{"listings":\{"results":\[.*\],"hasMore":(true|false)\},"events":\{.*\}\}$/
  const refused =
    /^(q must be given once and not be empty|q must be at most 200 characters|city must be SF or NYC)$/
  for (const [query, status] of [
    ['q=a', 200],
    ['q=%C3%A9', 200],
    ['q=%27', 200],
    ['q=%22a%22%20%26%20%7C%20!b%20%3C-%3E%20(c%3A*)', 200],
    ["q='%3B%20drop%20table%20listings%3B%20--", 200],
    ['q=%25_%5C', 200],
    ['q=%3F!%E2%80%A6', 200],
    ['q=%F0%9F%8F%A0', 200],
    ['q=%E4%BD%A0', 200],
    ['q=%D9%85%D8%B1%D8%AD%D8%A8%D8%A7', 200],
    ['q=a%00b', 200],
    ['q=%00', 400],
    ['q=%ED%A0%80', 200],
    ['q=%E0%A4%A', 200],
    ['q=%', 200],
    [`q=${'a'.repeat(200)}`, 200],
    [`q=${encodeURIComponent('🏠'.repeat(200))}`, 200],
    [
      `q=${encodeURIComponent(
        Array.from({ length: 67 }, (_, index) => String.fromCodePoint(97 + (index % 26)) + index)
          .join(' ')
          .slice(0, 200),
      )}`,
      200,
    ],
    [`q=${encodeURIComponent('a\u0301'.repeat(100))}`, 200],
    ['q=1e5%20-3.5%20%2B0x1F%20v2.0', 200],
    ['q=the', 200],
    [`q=${'a'.repeat(201)}`, 400],
    [`q=${'a'.repeat(10_000)}`, 400],
    ['q=', 400],
    ['q=%20%09', 400],
    ['', 400],
    ['q=a&q=b', 400],
    ['q[]=a', 400],
    ['q=a&city=LA', 400],
    ['q=a&city=', 400],
    ['q=a&city=SF&city=NYC', 400],
    ['q=a&city=SF%00', 400],
  ] as const) {
    const response = await fetch(`${base}/api/search?${query}`)
    const text = await response.text()
    expect([query, response.status]).toEqual([query, status])
    expect(text).toMatch(status === 400 ? refused : answered)
  }
  expect(await sql`select from listings`).toHaveLength(1)
  const tooLong = await fetch(`${base}/api/search?q=${encodeURIComponent('🏠'.repeat(10_000))}`)
  expect(tooLong.status).toBe(431)
  expect((await fetch(`${base}/api/search?q=a`, { method: 'POST' })).status).toBe(405)
})

it.each([
  ['enginering', 'engineering'],
  ['backend enginering', 'backend engineering'],
  ['engineering', undefined],
  ['engineer', undefined],
  ['backendengineering', 'backend engineering'],
])('says for %s that the results include those for %s', async (q, corrected) => {
  const { base, sql } = await serve()
  await storeListings(sql, [{ title: 'backend engineering', location: 'SF' }])
  const found = await search(base, { q })
  expect([found.corrected, found.listings.results.length]).toEqual([corrected, 1])
})

import { expect, it } from 'vitest'
import { addDays, toDay, toMonth } from '#domain/pacific.ts'
import type { ViewOf } from '#domain/pages/page-view.ts'
import { listWaiting, lockTable, openTestDatabase } from '../tests/database.ts'
import { insertEvent } from '../tests/events.ts'
import { readView } from '../tests/read-page.ts'
import { listingInput, post, serve, serveOver } from '../tests/serve.ts'

async function open(base: string, query = ''): Promise<ViewOf<'home'>> {
  const response = await fetch(`${base}/${query}`)
  expect(response.status).toBe(200)
  return readView(await response.text()) as ViewOf<'home'>
}

it.each(['1900-01', '2026-12', '9998-12'])('shows the month %s', async (month) => {
  const { base } = await serve()
  expect(await open(base, `?month=${month}`)).toMatchObject({ page: 'home', month, days: {} })
})

it.each(['?month=', '?month=2026-13', '?month=1899-12', '?month=9999-01', '?month=x&month=y', ''])(
  'shows the current month if %j names none',
  async (query) => {
    const { base } = await serve()
    const days = [toDay(new Date())]
    const { today, month } = await open(base, query)
    // The day may change during the request.
    days.push(toDay(new Date()))
    expect(days).toContain(today)
    expect(month).toBe(toMonth(today))
  },
)

it('counts the events of each day of the month and of the next seven days, and has the first three', async () => {
  const { sql, url } = await openTestDatabase()
  const today = toDay(new Date())
  const noon = (day: string) => `${day}T20:00:00Z`
  for (const hour of ['17', '18', '19', '20'])
    await insertEvent(sql, { title: `at ${hour}`, date: `2031-03-14T${hour}:00:00Z` })
  for (const day of [
    '2031-02-24',
    '2031-03-31',
    '2031-04-01',
    '2031-05-01',
    addDays(today, 6),
    addDays(today, 7),
  ])
    await insertEvent(sql, { date: noon(day) })
  const { base } = await serveOver({ sql, url })
  const { days, month } = await open(base, '?month=2031-03')
  expect(month).toBe('2031-03')
  const counts = Object.entries(days ?? {}).map(([name, { count }]) => [name, count])
  expect(Object.fromEntries(counts)).toEqual({
    '2031-03-14': 4,
    '2031-03-31': 1,
    [addDays(today, 6)]: 1,
  })
  const first = days?.['2031-03-14']?.first
  expect(first?.map(({ title }) => title)).toEqual(['at 17', 'at 18', 'at 19'])
  expect(Object.keys(first?.[0] ?? {}).toSorted()).toEqual(['date', 'id', 'title'])
})

it('includes search results, in one city if the address names one', async () => {
  const { base } = await serve()
  await post(base, listingInput({ title: 'a sofa', location: 'NYC' }))
  const { results } = await open(base, '?q=%20sofa%20')
  expect(results).toMatchObject({
    text: 'sofa',
    answer: { listings: { results: [{ title: 'a sofa' }] }, events: { results: [] } },
  })
  const other = await open(base, '?q=sofa&city=sf')
  expect(other).toMatchObject({ city: 'SF', results: { answer: { listings: { results: [] } } } })
  expect((await open(base, `?q=${'x'.repeat(201)}`)).results?.answer).toBe('tooLong')
  expect((await open(base, '?q=%20')).results).toBeUndefined()
})

it('counts the shown listings of each city and lists the newest, until one of them expires', async () => {
  const { sql, url } = await openTestDatabase()
  const { base } = await serveOver({ sql, url })
  const place = { category: 'jobs', subcategory: 'design ux' } as const
  for (const title of ['first', 'second']) await post(base, listingInput({ ...place, title, location: 'SF' }))
  await post(base, listingInput({ ...place, title: 'third', location: 'NYC' }))
  await post(base, listingInput({ category: 'chat groups', subcategory: 'general', title: 'fourth' }))
  const { board } = await open(base)
  expect(board?.counts).toEqual({ '/category/jobs/design-ux': { SF: 2, NYC: 1 } })
  const titles = (city: 'SF' | 'NYC') => board?.newest[city].map(({ title }) => title)
  expect([titles('SF'), titles('NYC')]).toEqual([['fourth', 'second', 'first'], ['third']])
  await sql`update listings set expires_at = now() + interval '300 milliseconds' where title = 'second'`
  await expect
    .poll(async () => (await open(base)).board?.counts, { timeout: 20_000 })
    .toEqual({ '/category/jobs/design-ux': { SF: 1, NYC: 1 } })
})

it('fault 95: counts the board at the start, ahead of the first visitor', async () => {
  const { sql, url } = await openTestDatabase()
  const unlock = await lockTable(sql, 'listings')
  await serveOver({ sql, url })
  await expect.poll(() => listWaiting(sql, 'board count')).toHaveLength(1)
  await unlock()
})

it('fault 95: a board that cannot be read within a second is a problem, and counted once for all who wait', async () => {
  const { sql, url } = await openTestDatabase()
  const served = await serveOver({ sql, url })
  await post(served.base, listingInput())
  const unlock = await lockTable(sql, 'listings')
  const late = await Promise.all(['', '?city=SF', '?month=2031-01'].map((query) => open(served.base, query)))
  expect(late.map(({ board }) => board)).toEqual([undefined, undefined, undefined])
  expect(await listWaiting(sql, 'board count')).toHaveLength(1)
  const problems = async () =>
    ((await (await fetch(`${served.base}/api/health`)).json()) as { problems?: unknown }).problems
  expect(await problems()).toMatchObject([{ name: 'board', reason: expect.stringContaining('listings') }])
  await unlock()
  await expect
    .poll(async () => (await open(served.base)).board?.counts)
    .toEqual({ '/category/housing/rooms-shared': { SF: 1 } })
  expect(await problems()).toBeUndefined()
})

it('lists the first six events from the day after tomorrow to seven days from today', async () => {
  const { sql, url } = await openTestDatabase()
  const today = toDay(new Date())
  for (const days of [0, 1, 2, 3, 3, 4, 5, 6, 7, 7, 8])
    await insertEvent(sql, { title: `in ${days}`, date: `${addDays(today, days)}T20:00:00Z` })
  const { base } = await serveOver({ sql, url })
  const { later } = await open(base)
  // As on the events page: from today on.
  expect(later?.count).toBe(10)
  expect(later?.first.map(({ title }) => title)).toEqual(['in 2', 'in 3', 'in 3', 'in 4', 'in 5', 'in 6'])
})

import { expect, it } from 'vitest'
import type { ViewOf } from '#domain/pages/page-view.ts'
import { openTestDatabase } from '../tests/database.ts'
import { insertEvent } from '../tests/events.ts'
import { readView } from '../tests/read-page.ts'
import { serve, serveOver } from '../tests/serve.ts'
import { pollOptions } from '../tests/poll-options.ts'

type Shown = Extract<ViewOf<'events'>, { state: 'shown' }>

async function open(address: string): Promise<Shown> {
  const response = await fetch(address)
  expect(response.status).toBe(200)
  return readView(await response.text()) as Shown
}

async function serveEvents(...events: Array<Parameters<typeof insertEvent>[1]>) {
  const { sql, url } = await openTestDatabase()
  for (const event of events) await insertEvent(sql, event)
  return serveOver({ sql, url })
}

const listTitles = ({ groups }: Shown) =>
  groups.flatMap(({ upcoming, past }) => [...upcoming, ...past]).map(({ title }) => title)

it('the events page shows the first fifty matching events, without their descriptions', async () => {
  const at = (minute: number) => `2031-03-14T20:${String(minute).padStart(2, '0')}:00Z`
  const many = Array.from({ length: 60 }, (_, index) => ({ title: `event ${index}`, date: at(index) }))
  const { base } = await serveEvents(...many, { title: 'elsewhere', location: 'Zo House', date: at(0) })
  const first = await open(`${base}/events?venue=SHACK15`)
  expect(listTitles(first)).toEqual(many.slice(0, 50).map(({ title }) => title))
  expect(first).toMatchObject({
    filters: { venue: 'SHACK15', date: 'all' },
    count: '60 events',
    number: 1,
    next: '/events?venue=SHACK15&page=2',
  })
  expect(first.previous).toBeUndefined()
  expect(JSON.stringify(first)).not.toMatch(/description/)
  const second = await open(base + first.next)
  expect(listTitles(second)).toEqual(many.slice(50).map(({ title }) => title))
  expect(second).toMatchObject({ number: 2, previous: '/events?venue=SHACK15' })
  expect(second.next).toBeUndefined()
  // An invalid page number means the first page; one after the last means the last page.
  for (const [page, number] of [
    ['0', 1],
    ['x', 1],
    ['99', 2],
  ])
    expect((await open(`${base}/events?venue=SHACK15&page=${page}`)).number).toBe(number)
})

it('the page of a day shows its events, and their number without filters', async () => {
  const { base } = await serveEvents({}, { date: '2026-11-22T07:59:59Z' }, { date: '2026-11-22T08:00:00Z' })
  const view = await open(`${base}/events/2026-11-21`)
  expect(view).toMatchObject({ day: '2026-11-21', dayCount: 2, count: '2 events' })
  expect(view.filters.date).toBe('specific')
  const narrowed = await open(`${base}/events/2026-11-21?venue=Homebrew`)
  expect(narrowed).toMatchObject({ dayCount: 2, count: '0 events' })
})

it.each(['1900-01-01', '9998-12-31'])('the page of the extreme day %s is empty', async (day) => {
  for (const { base } of [await serve(), await serveEvents({})])
    expect(await open(`${base}/events/${day}`)).toMatchObject({ day, dayCount: 0, groups: [] })
})

it('lists an event of several days on each of its days, once in the full list, and links to its days', async () => {
  const { base } = await serveEvents(
    { title: 'fair', date: '2031-03-14T20:00:00Z', end: '2031-03-17T01:00:00Z' },
    { title: 'walk', date: '2031-03-15T21:00:00Z' },
  )
  for (const [day, titles] of [
    ['2031-03-13', []],
    ['2031-03-14', ['fair']],
    ['2031-03-15', ['fair', 'walk']],
    ['2031-03-16', ['fair']],
    ['2031-03-17', []],
  ] as const) {
    const view = await open(`${base}/events/${day}`)
    expect(listTitles(view)).toEqual(titles)
    expect(view.dayCount).toBe(titles.length)
    expect(view.groups.flatMap(({ upcoming }) => upcoming.map((event) => event.day))).toEqual(
      titles.map(() => day),
    )
  }
  expect(await open(`${base}/events/2031-03-16`)).toMatchObject({ around: { before: '2031-03-15' } })
  const all = await open(`${base}/events`)
  expect(listTitles(all)).toEqual(['fair', 'walk'])
  expect(all.groups[0]?.upcoming.map(({ day }) => day)).toEqual(['2031-03-14', '2031-03-15'])
  // Lists omit fields that they do not show.
  expect(all.groups[0]?.upcoming[0]).not.toHaveProperty('updatedAt')
})

it('updates the number of other events on a day when an event of several days is added', async () => {
  const { sql, url } = await openTestDatabase()
  const id = await insertEvent(sql, { date: '2031-03-16T20:00:00Z' })
  const { base } = await serveOver({ sql, url })
  const readOthers = async () => {
    const answer = await fetch(`${base}/event/${id}`)
    return (readView(await answer.text()) as { others: { count: number } }).others.count
  }
  expect(await readOthers()).toBe(0)
  await insertEvent(sql, { date: '2031-03-14T20:00:00Z', end: '2031-03-17T01:00:00Z' })
  await expect.poll(() => readOthers(), pollOptions).toBe(1)
})

it('gives all events of a series the name of its calendar file: a text that an editor wrote, or the first title', async () => {
  const { sql, url } = await openTestDatabase()
  const ids = [
    await insertEvent(sql, { title: 'Coffee in May', date: '2031-05-01T17:00:00Z' }),
    await insertEvent(sql, { title: 'Coffee in June', date: '2031-06-01T17:00:00Z' }),
  ]
  await sql`update events set series = 'coffee-in-may-3fa2c1'`
  const { base } = await serveOver({ sql, url })
  const readNames = async (series: string) => {
    const file = await (await fetch(`${base}/series/${encodeURIComponent(series)}.ics`)).text()
    const views = ids.map(async (id) => readView(await (await fetch(`${base}/event/${id}`)).text()))
    const names = (await Promise.all(views)).map((view) => view && 'seriesName' in view && view.seriesName)
    return [/^NAME:(.*)\r$/m.exec(file)?.[1], ...names]
  }
  expect(await readNames('coffee-in-may-3fa2c1')).toEqual(['Coffee in May', 'Coffee in May', 'Coffee in May'])
  await sql`update events set title = 'Tea in May' where title = 'Coffee in May'`
  await expect
    .poll(() => readNames('coffee-in-may-3fa2c1'), pollOptions)
    .toEqual(['Tea in May', 'Tea in May', 'Tea in May'])
  await sql`update events set series = 'Founders coffee'`
  await expect
    .poll(() => readNames('Founders coffee'), pollOptions)
    .toEqual(['Founders coffee', 'Founders coffee', 'Founders coffee'])
})

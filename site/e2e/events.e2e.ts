import { randomUUID } from 'node:crypto'
import {
  mockEvents,
  findCalendar,
  findFilters,
  findRows,
  makeEvent,
  openMockedEvent,
  pickYear,
  storeEvents,
} from './support/events.ts'
import { expect, status, test } from './support/test.ts'
import { serveAsStaticHost } from './support/static-host.ts'

test('an event’s row shows every field, and links to its page here and to its own site', async ({ page }) => {
  const year = pickYear()
  const event = makeEvent({ date: `${year}-07-15T01:30:00Z`, price: '$20', registrationType: 'invite only' })
  await storeEvents([event])
  await page.goto(`/events/${year}-07-14`)
  const row = findRows(page)
  await expect(row).toHaveCount(1)
  await expect(row.getByRole('time')).toHaveText(/^6:30 PM \w{3}, Jul 14$/)
  await expect(row.locator('.event-fields')).toHaveText('the founders community · SHACK15, Embarcadero')
  await expect(row.locator('.event-labels')).toHaveText('$20 invite only')
  const view = row.getByRole('link', { name: 'View Event' })
  await expect(view).toHaveAttribute('href', 'https://example.org/breakfast')
  await expect(view).toHaveAttribute('target', '_blank')
  await expect(view).toHaveAttribute('rel', /\bnoopener\b/)
  await row.getByRole('link', { name: event.title }).click()
  await expect(page).toHaveURL(`/event/${event.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.title)
})

test('a row omits missing fields, and links only to http(s) URLs', async ({ page }) => {
  const bare = { price: null, registrationType: null, organizers: 'a', location: 'b' }
  await mockEvents(page, [
    makeEvent({ ...bare, url: null }),
    makeEvent({ ...bare, url: 'javascript:alert(1)' }),
  ])
  await page.goto('/events')
  await expect(findRows(page).locator('.event-fields')).toHaveText(['a · b', 'a · b'])
  await expect(findRows(page).locator('.event-labels')).toHaveCount(0)
  await expect(findRows(page).getByRole('link')).toHaveCount(2)
})

test('an event of several days is listed on each of them, with its last day', async ({ page }) => {
  const year = pickYear()
  const fair = makeEvent({ title: 'a fair', date: `${year}-03-14T20:00:00Z`, end: `${year}-03-17T00:30:00Z` })
  const walk = makeEvent({ title: 'a walk', date: `${year}-03-15T21:00:00Z` })
  await storeEvents([fair, walk])
  const times = findRows(page).getByRole('time')
  await page.goto(`/events/${year}-03-14`)
  await expect(times).toHaveText([/^\d+:00 PM \w{3}, Mar 14, until Mar.16$/])
  await page.getByRole('link', { name: /, March 15 →$/ }).click()
  await expect(page).toHaveURL(`/events/${year}-03-15`)
  await expect(findRows(page)).toContainText(['a fair', 'a walk'])
  await expect(times).toHaveText([/^until Mar.16 since \w{3}, Mar 14$/, /^\d+:00 PM \w{3}, Mar 15$/])
  await page.goto(`/events/${year}-03-16`)
  await expect(findRows(page)).toContainText(['a fair'])
  await page.goto(`/events/${year}-03-17`)
  await expect(findRows(page)).toHaveCount(0)

  await page.goto(`/?month=${year}-03`)
  const { day } = findCalendar(page)
  for (const name of ['March 14, 1 event', 'March 15, 2 events', 'March 16, 1 event'])
    await expect(day(name)).toBeVisible()
  // The calendar is visible before its script has loaded and listens to the pointer.
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
  await day('March 16, 1 event').hover()
  await expect(page.getByRole('tooltip')).toHaveText(/^until Mar.16 - a fair$/)
})

test('the list of all events shows an event of several days once: under today while it runs', async ({
  page,
}) => {
  await page.clock.setFixedTime('2026-11-22T07:00:00Z')
  await mockEvents(page, [
    makeEvent({ title: 'over', date: '2026-11-18T20:00:00Z', end: '2026-11-20T20:00:00Z' }),
    makeEvent({ title: 'a fair', date: '2026-11-20T20:00:00Z', end: '2026-11-23T20:00:00Z' }),
    makeEvent({ title: 'tonight', date: '2026-11-22T07:30:00Z' }),
  ])
  await page.goto('/events')
  await expect(findRows(page)).toContainText(['a fair', 'tonight', 'over'])
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Saturday, November 21 today',
    'past events',
  ])
  await expect(findFilters(page).count).toHaveText('3 events')
})

test('upcoming events come first by time, past days follow under a heading, the latest first', async ({
  page,
}) => {
  const at = (title: string, date: string) => makeEvent({ title, date })
  await page.clock.setFixedTime('2026-11-22T07:00:00Z')
  await mockEvents(page, [
    at('last year', '2025-11-21T20:00:00Z'),
    at('yesterday morning', '2026-11-20T17:00:00Z'),
    at('yesterday at midnight', '2026-11-21T07:59:59Z'),
    at('this morning', '2026-11-21T08:00:00Z'),
    at('tonight', '2026-11-22T07:30:00Z'),
    at('next year', '2027-01-01T20:00:00Z'),
  ])
  await page.goto('/events')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('SF Tech Week - Events Calendar')
  await expect(findFilters(page).count).toHaveText('6 events')
  await expect(findRows(page).locator('.event-title')).toHaveText([
    'this morning',
    'tonight',
    'next year',
    'yesterday morning',
    'yesterday at midnight',
    'last year',
  ])
  const heading = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(heading).toHaveText(['Saturday, November 21 today', 'Friday, January 1, 2027', 'past events'])
  await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveText([
    'Friday, November 20',
    'Friday, November 21, 2025',
  ])
})

test('a day without events shows the next day with events, and an empty filtered list says so', async ({
  page,
  browser,
}) => {
  const year = pickYear()
  const events = [17, 18, 19, 20].map((hour) =>
    makeEvent({ title: `at ${hour}`, date: `${year}-04-20T${hour}:00:00Z` }),
  )
  await storeEvents([makeEvent({ date: `${year}-04-01T20:00:00Z` }), ...events])
  await page.goto('/events')
  const plain = await browser.newContext({ javaScriptEnabled: false })
  try {
    for (const shown of [page, await plain.newPage()]) {
      await shown.goto(new URL(`/events/${year}-04-10`, page.url()).href)
      const main = shown.getByRole('main')
      await expect(main.getByText('no events on this day, next:', { exact: true })).toBeVisible()
      await expect(main.getByRole('region').getByRole('link')).toHaveText([
        '10:00 AM - at 17',
        '11:00 AM - at 18',
        '12:00 PM - at 19',
        '+1 more...',
      ])
      const days = main.getByRole('navigation', { name: 'other days with events' })
      await expect(days.getByRole('link').first()).toHaveAttribute('href', `/events/${year}-04-01`)
      await days.getByRole('link').last().click()
      await expect(shown).toHaveURL(`/events/${year}-04-20`)
      await expect(findRows(shown)).toHaveCount(4)
    }
  } finally {
    await plain.close()
  }
  await page.goto(`/events/${year}-04-20?venue=Homebrew`)
  await expect(page.getByText('no events match these filters.', { exact: true })).toBeVisible()
})

test('a past day is sorted from morning to night, with and without scripts, also if the clocks change', async ({
  page,
  browser,
}) => {
  // The clocks went back at 2 AM: 1:30 AM came twice. A repeated run stores its events on this day, too.
  const day = '2019-11-03'
  const hours = ['08:30', '09:30', '17:00', '23:30']
  const run = randomUUID()
  const wanted = hours.map((time) => `${run} at ${time}`)
  await storeEvents(
    hours.map((time, index) => makeEvent({ title: wanted[index]!, date: `${day}T${time}:00Z` })).toReversed(),
  )
  await page.goto(`/events/${day}`)
  const rows = findRows(page).filter({ hasText: run })
  await expect(rows.locator('.event-title')).toHaveText(wanted)
  await expect(rows.locator('time b')).toHaveText(['1:30 AM', '1:30 AM', '9:00 AM', '3:30 PM'])
  const plain = await browser.newContext({ javaScriptEnabled: false })
  try {
    const twin = await plain.newPage()
    await twin.goto(page.url())
    await expect(findRows(twin).filter({ hasText: run }).locator('.event-title')).toHaveText(wanted)
  } finally {
    await plain.close()
  }
})

test('a failed request is reported', async ({ page, expectFailedLoads }) => {
  expectFailedLoads(status(503))
  await serveAsStaticHost(page)
  await page.route('/api/events', (route) => route.fulfill({ status: 503, body: 'come back later' }))
  await page.goto('/events')
  await expect(page.getByRole('alert')).toHaveText('503: come back later')
  await expect(findRows(page)).toHaveCount(0)
  await mockEvents(page, [makeEvent()])
  await page.getByRole('button', { name: 'try again' }).click()
  await expect(findRows(page)).toHaveCount(1)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('all 600 events are in the page: they can be found, focused and printed', async ({ page }) => {
  const start = Date.parse('2027-01-01T20:00:00Z')
  await page.clock.setFixedTime('2026-11-22T07:00:00Z')
  const events = Array.from({ length: 600 }, (_, index) =>
    makeEvent({ title: `event ${index + 1}`, date: new Date(start + index * 60_000).toISOString() }),
  )
  await mockEvents(page, events)
  await page.goto('/events')
  await expect(findFilters(page).count).toHaveText('600 events')
  await expect(findRows(page)).toHaveCount(600)
  // Soon laid out; until then `auto` skips the layout of rows, but find-in-page finds them.
  await expect(findRows(page).last()).toHaveCSS('content-visibility', 'visible')
  const last = page.getByRole('link', { name: 'event 600', exact: true })
  await last.focus()
  await expect(last).toBeInViewport()
  const paper = (await page.pdf()).toString('latin1')
  const printed = events.filter(({ id }) => paper.includes(`/event/${id}`))
  expect(printed).toHaveLength(600)
})

test('a row and the page of an event name its topics and types', async ({ page }) => {
  const event = makeEvent({ topics: ['AI', 'Deep Tech'], types: ['Dinner'] })
  await mockEvents(page, [event, makeEvent({ topics: ['Gaming'] }), makeEvent()])
  await page.goto('/events')
  await expect(findRows(page).locator('.event-labels')).toHaveText([
    'free open topics: AI · Deep Tech type: Dinner',
    'free open topic: Gaming',
    'free open',
  ])
  await openMockedEvent(page, event)
  const part = (name: string) =>
    page.locator('article section').filter({ has: page.getByRole('heading', { name }) })
  await expect(part('Topics').locator('p')).toHaveText('AI · Deep Tech')
  await expect(part('Types').locator('p')).toHaveText('Dinner')
})

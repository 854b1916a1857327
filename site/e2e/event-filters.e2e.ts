import { eventTypes, neighborhoods, topics, venues } from '#domain/events/event.ts'
import { mockEvents, findFilters, findRows, makeEvent, pickYear, storeEvents } from './support/events.ts'
import { expect, test } from './support/test.ts'

const events = [
  makeEvent({ title: 'a', date: '2026-11-21T20:00:00Z', location: 'frontier tower, soma' }),
  makeEvent({ title: 'b', date: '2026-11-28T20:00:00Z', location: 'SHACK15, Embarcadero', topics: ['AI'] }),
  makeEvent({
    title: 'c',
    date: '2026-12-21T20:00:00Z',
    location: 'Somewhere in Oakland',
    topics: ['Gaming'],
  }),
  makeEvent({ title: 'd', date: '2027-01-21T20:00:00Z', location: 'Zo House, Marina', types: ['Dinner'] }),
]

test.beforeEach(async ({ page }) => {
  await page.clock.setFixedTime('2026-11-21T18:00:00Z')
  await mockEvents(page, events)
})

test('each filter offers the options of the spec, in its order', async ({ page }) => {
  expect([venues, topics, neighborhoods, eventTypes].map(({ length }) => length)).toEqual([6, 24, 42, 12])
  await page.goto('/events')
  const filters = findFilters(page)
  const dates = ['all', 'today', 'Next 7 days', 'Next 30 days']
  await expect(filters.date.getByRole('option')).toHaveText(dates)
  await expect(filters.venue.getByRole('option')).toHaveText(['all', ...venues])
  await expect(filters.topic.getByRole('option')).toHaveText(['all', ...topics])
  await expect(filters.neighborhood.getByRole('option')).toHaveText(['all', ...neighborhoods])
  await expect(filters.type.getByRole('option')).toHaveText(['all', ...eventTypes])
  await page.goto('/events/2026-11-21')
  await expect(filters.date.getByRole('option')).toHaveText(['all', 'Selected date', ...dates.slice(1)])
})

const narrowings = [
  ['date', 'today', ['a']],
  ['date', 'Next 7 days', ['a', 'b']],
  ['date', 'Next 30 days', ['a', 'b', 'c']],
  ['venue', 'Frontier Tower', ['a']],
  ['venue', 'Other', ['c']],
  ['neighborhood', 'SOMA', ['a']],
  ['neighborhood', 'Other', ['c']],
  ['neighborhood', 'Sunset', []],
  ['topic', 'AI', ['b', 'a', 'd'], '1 AI event. 2 events name no topic.'],
  ['topic', 'Gaming', ['c', 'a', 'd'], '1 Gaming event. 2 events name no topic.'],
  ['topic', 'SaaS', ['a', 'd'], 'no SaaS events. 2 events name no topic:'],
  ['type', 'Networking', ['a', 'b', 'c'], 'no Networking events. 3 events name no type:'],
] as const satisfies ReadonlyArray<readonly [string, string, readonly string[], string?]>

test('each filter narrows the list, and clearing shows all of it again', async ({ page }) => {
  await page.goto('/events')
  const filters = findFilters(page)
  const titles = findRows(page).locator('.event-title')
  await expect(filters.count).toHaveText('4 events')
  await expect(filters.clear).toHaveCount(0)
  for (const [name, label, kept, line] of narrowings) {
    await filters[name].selectOption({ label })
    await expect(titles, `${name} ${label}`).toHaveText([...kept])
    await expect(filters.count).toHaveText(line ?? (kept.length === 1 ? '1 event' : `${kept.length} events`))
    await filters.clear.click()
    await expect(titles).toHaveText(['a', 'b', 'c', 'd'])
    await expect(filters.clear).toHaveCount(0)
  }
})

test('filters can be combined, and one button resets all of them', async ({ page }) => {
  await page.goto('/events')
  const { clear, count, ...filters } = findFilters(page)
  await expect(count).toHaveText('4 events')
  await filters.date.selectOption('month')
  await filters.venue.selectOption('SHACK15')
  await filters.topic.selectOption('AI')
  await filters.neighborhood.selectOption('Embarcadero')
  await filters.type.selectOption('Dinner')
  await expect(findRows(page).locator('.event-title')).toHaveText(['b'])
  await clear.click()
  for (const select of Object.values(filters)) await expect(select).toHaveValue('all')
  await expect(count).toHaveText('4 events')
  await expect(page).toHaveURL('/events')
})

test('a date in the path selects that day; clearing shows all days again, without a page load', async ({
  page,
}) => {
  await page.goto('/events/2026-11-21')
  const { date, clear, count } = findFilters(page)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Events for November 21, 2026')
  await expect(page).toHaveTitle(/^Events for November 21, 2026 · /)
  await expect(date).toHaveValue('specific')
  await expect(count).toHaveText('1 event')
  await page.evaluate(() => void Object.assign(window, { isSameLoad: true }))
  await clear.click()
  await expect(page).toHaveURL('/events')
  await expect(heading).toHaveText('SF Tech Week - Events Calendar')
  await expect(page).toHaveTitle(/^SF Tech Week - Events Calendar · /)
  await expect(date).toHaveValue('all')
  await expect(date.getByRole('option', { name: 'Selected date' })).toHaveCount(0)
  await expect(date).toBeFocused()
  await expect(count).toHaveText('4 events')
  await page.goBack()
  await expect(page).toHaveURL('/events/2026-11-21')
  await expect(heading).toHaveText('Events for November 21, 2026')
  await expect(date).toHaveValue('specific')
  await expect(count).toHaveText('1 event')
  await page.goForward()
  await expect(heading).toHaveText('SF Tech Week - Events Calendar')
  expect(await page.evaluate(() => 'isSameLoad' in window)).toBe(true)
  await page.reload()
  await expect(count).toHaveText('4 events')
})

test('a topic filter lists events of the topic, then those without a topic, with and without scripts', async ({
  page,
  browser,
}) => {
  const year = pickYear()
  const at = (title: string, hour: number, labels: string[]) =>
    makeEvent({ title, date: `${year}-05-05T${hour}:00:00Z`, topics: labels })
  await storeEvents([
    at('plain', 15, []),
    at('of both', 16, ['AI', 'SaaS']),
    at('of another', 17, ['SaaS']),
    at('of AI', 18, ['AI']),
  ])
  await page.unrouteAll()
  await page.goto(`/events/${year}-05-05?topic=AI`)
  const outline = [
    'H2 AI',
    'LI of both topics: AI · SaaS',
    'LI of AI topic: AI',
    'H2 no topic named',
    'LI plain',
  ]
  const line = '2 AI events. 1 event names no topic.'
  await expect(findRows(page)).toHaveCount(3)
  expect(await page.getByRole('main').evaluate(readOutline)).toEqual(outline)
  await expect(findFilters(page).count).toHaveText(line)
  const plain = await browser.newContext({ javaScriptEnabled: false })
  try {
    const twin = await plain.newPage()
    await twin.goto(page.url())
    expect(await twin.getByRole('main').evaluate(readOutline)).toEqual(outline)
    await expect(twin.locator('.count').last()).toHaveText(line)
    await twin.getByRole('button', { name: 'clear all filters' }).click()
    await expect(twin).toHaveURL(/\/events\?$/)
  } finally {
    await plain.close()
  }
})

/** The headings and rows of the list, as text. */
function readOutline(main: Element): string[] {
  const places = [...main.querySelectorAll('.event-group :is(h2, h3, li)')]
  return places.map((place) => {
    const texts = [...place.querySelectorAll('.event-title, .event-labels > span')].map(
      ({ textContent }) => textContent,
    )
    return [place.tagName, ...(place.tagName === 'LI' ? texts : [place.textContent])].join(' ').trim()
  })
}

test('filters are part of the URL and survive reload, Back and Forward', async ({ page }) => {
  await page.goto('/events')
  const { venue, date, count } = findFilters(page)
  await expect(count).toHaveText('4 events')
  await venue.selectOption('SHACK15')
  await expect(page).toHaveURL('/events?venue=SHACK15')
  await date.selectOption('today')
  await expect(count).toHaveText('0 events')
  await page.reload()
  await expect(count).toHaveText('0 events')
  await expect(venue).toHaveValue('SHACK15')
  await page.goBack()
  await expect(count).toHaveText('1 event')
  await expect(date).toHaveValue('all')
  await page.goBack()
  await expect(count).toHaveText('4 events')
  await expect(venue).toHaveValue('all')
  await page.goForward()
  await expect(count).toHaveText('1 event')
  await expect(venue).toHaveValue('SHACK15')
})

test('a shared URL applies its filters, and invalid values in it are ignored', async ({ page }) => {
  await page.goto('/events?neighborhood=Marina&date=nonsense&topic=<b>')
  const { neighborhood, date, topic, count } = findFilters(page)
  await expect(count).toHaveText('1 event')
  await expect(neighborhood).toHaveValue('Marina')
  await expect(date).toHaveValue('all')
  await expect(topic).toHaveValue('all')
})

test('a filter chosen before the script loads narrows the list', async ({ page }) => {
  const arrival = Promise.withResolvers<void>()
  await page.route('/_astro/**', async (route) => {
    await arrival.promise
    await route.continue()
  })
  await page.goto('/events', { waitUntil: 'commit' })
  const { venue, topic, count } = findFilters(page)
  await venue.selectOption({ label: 'Frontier Tower' })
  arrival.resolve()
  await expect(count).toHaveText('1 event')
  await expect(venue).toHaveValue('Frontier Tower')
  await expect(topic).toHaveValue('all')
  await expect(page).toHaveURL('/events?venue=Frontier+Tower')
})

test('on a phone the day’s events come first, and the filters unfold, with and without scripts', async ({
  page,
  browser,
}) => {
  const day = `${pickYear()}-05-06`
  await storeEvents([
    makeEvent({ date: `${day}T20:00:00Z`, location: 'Homebrew' }),
    makeEvent({ date: `${day}T21:00:00Z`, location: 'SHACK15' }),
  ])
  await page.unrouteAll()
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(`/events/${day}`)
  const { venue, clear, count } = findFilters(page)
  const fold = page.locator('.filters summary')
  await expect(findRows(page).first().getByRole('link').first()).toBeInViewport()
  await expect(count).toHaveText('2 events')
  await expect(venue).toBeHidden()
  await fold.click()
  await venue.selectOption('Homebrew')
  await expect(count).toHaveText('1 event')
  await expect(fold).toHaveText('filters: Homebrew')
  await fold.click()
  await expect(venue).toBeHidden()
  await clear.click()
  await expect(fold).toBeFocused()

  // When the window becomes wide, the filters are visible even if folded.
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(venue).toBeVisible()
  await expect(fold).toBeHidden()

  const plain = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 700 } })
  try {
    const twin = await plain.newPage()
    await twin.goto(new URL(`/events/${day}`, page.url()).href)
    const show = twin.getByRole('button', { name: 'show' })
    await expect(show).toBeHidden()
    await twin.locator('.filters summary').click()
    await findFilters(twin).venue.selectOption('SHACK15')
    await show.click()
    await expect(findRows(twin)).toHaveCount(1)
    await expect(twin.locator('.filters summary')).toHaveText('filters: SHACK15')
    await twin.setViewportSize({ width: 1280, height: 900 })
    await expect(findFilters(twin).venue).toHaveValue('SHACK15')
    await expect(show).toBeVisible()
  } finally {
    await plain.close()
  }
})

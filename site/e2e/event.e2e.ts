import sharp from 'sharp'
import { findRows, makeEvent, openMockedEvent, pickYear, storeEvents } from './support/events.ts'
import { listOverflow } from './support/layout.ts'
import { expect, status, test } from './support/test.ts'

test('an event page shows every field, in order', async ({ page }) => {
  const event = makeEvent({ date: `${pickYear()}-01-15T02:30:00Z`, description: 'one\n\n  two\nthree' })
  await storeEvents([event])
  const response = await page.goto(`/event/${event.id.toUpperCase()}`)
  expect(response?.status()).toBe(200)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(event.title)
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'Date & Time',
    'Location',
    'Organizers',
    'Price',
    'Registration',
    'Add to calendar',
    'Description',
  ])
  await expect(main.getByRole('time')).toHaveText(/^\w+day, January 14, \d{4} at 6:30 PM PST$/)
  for (const text of ['the founders community', 'SHACK15, Embarcadero', 'free', 'open'])
    await expect(main.getByText(text, { exact: true })).toBeVisible()
  const written = await main.getByText('two').evaluate((element) => (element as HTMLElement).innerText)
  expect(written).toBe('one\n\n  two\nthree')
  const view = main.getByRole('link', { name: 'View Event' })
  await expect(view).toHaveAttribute('href', 'https://example.org/breakfast')
  await expect(view).toHaveAttribute('target', '_blank')
  await expect(view).toHaveAttribute('rel', /\bnoopener\b/)
  await expect(page).toHaveTitle(new RegExp(`^${event.title} · `))
  await main.getByRole('link', { name: '← back to events' }).click()
  await expect(page).toHaveURL('/events')
})

test('lists and event pages say if an event is cancelled, rescheduled or all day', async ({ page }) => {
  const year = pickYear()
  const on = (hour: number, parts: Parameters<typeof makeEvent>[0]) =>
    makeEvent({ date: `${year}-01-15T${hour}:00:00Z`, ...parts })
  const cancelled = on(18, { title: 'a picnic', status: 'cancelled', end: `${year}-01-15T20:00:00Z` })
  const moved = on(19, {
    title: 'a walk',
    status: 'rescheduled',
    formerDate: `${year}-01-08T19:00:00Z`,
    organizerUrl: 'https://example.org/walkers',
  })
  const whole = on(20, { title: 'a fair', allDay: true, end: `${year}-01-17T20:00:00Z` })
  await storeEvents([cancelled, moved, whole])

  await page.goto(`/events/${year}-01-15`)
  const rows = findRows(page)
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(0).getByRole('deletion').or(rows.nth(0).locator('s'))).toHaveText('a picnic')
  await expect(rows.nth(0)).toContainText('cancelled')
  await expect(rows.nth(1)).toContainText('rescheduled')
  await expect(rows.nth(2)).toContainText('all day')

  await page.goto(`/event/${whole.id}`)
  await expect(page.locator('.big-day')).toHaveText(/^Jan \d{4}15–17$/)

  await page.goto(`/event/${cancelled.id}`)
  await expect(page.getByRole('heading', { level: 1 }).locator('s')).toHaveText('a picnic')
  await expect(page.getByText('cancelled', { exact: true })).toBeVisible()
  await expect(page.locator('.event-lead time')).toHaveText(/at 10:00 AM – 12:00 PM PST$/)
  await page.goto(`/event/${moved.id}`)
  await expect(page.getByText(/was planned for \w+day, January 8, \d{4} at 11:00 AM PST/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Organizer’s page' })).toHaveAttribute(
    'href',
    'https://example.org/walkers',
  )
  await page.goto(`/event/${whole.id}`)
  await expect(page.locator('.event-lead time')).toHaveText(
    /^\w+day, January 15, \d{4} – \w+day, January 17, \d{4}$/,
  )
})

test('the recording and the slides are linked once the event is over', async ({ page }) => {
  const links = { recordingUrl: 'https://example.org/video', slidesUrl: 'https://example.org/slides' }
  const past = makeEvent({ date: '2020-01-15T20:00:00Z', ...links })
  const coming = makeEvent({ date: `${pickYear()}-01-15T20:00:00Z`, ...links })
  await storeEvents([past, coming])
  const recording = page.getByRole('link', { name: 'recording' })
  await page.goto(`/event/${past.id}`)
  await expect(recording).toHaveAttribute('href', links.recordingUrl)
  await expect(page.getByRole('link', { name: 'slides' })).toHaveAttribute('href', links.slidesUrl)
  await page.goto(`/event/${coming.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(coming.title)
  await expect(recording).toHaveCount(0)
})

test('an event shows its venue’s address, map and page; an address of its own replaces address and map', async ({
  page,
}) => {
  const venue = {
    name: 'SHACK15',
    address: '1 Ferry Building',
    coordinates: { latitude: 37.7955, longitude: -122.3937 },
    url: 'https://example.org/shack15',
  }
  const main = page.getByRole('main')
  await openMockedEvent(page, makeEvent({ venue, location: 'The terrace' }))
  await expect(main.getByText('SHACK15, The terrace', { exact: true })).toBeVisible()
  await expect(main.getByText('1 Ferry Building · map · venue’s page')).toBeVisible()
  await expect(main.getByRole('link', { name: 'map', exact: true })).toHaveAttribute(
    'href',
    'https://www.openstreetmap.org/?mlat=37.7955&mlon=-122.3937#map=17/37.7955/-122.3937',
  )
  await openMockedEvent(page, makeEvent({ venue, address: 'Pier 39' }))
  await expect(main.getByText('SHACK15, Embarcadero', { exact: true })).toBeVisible()
  await expect(main.getByText('Pier 39 · venue’s page')).toBeVisible()
})

test('an event’s image reserves its space, has alternative text and loads lazily', async ({ page }) => {
  const path = '/images/image-abc-800x600-jpg/full'
  const bytes = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#0b3fb8' } })
    .webp()
    .toBuffer()
  const { promise: shown, resolve: show } = Promise.withResolvers<void>()
  await page.route('/images/**', async (route) => {
    await shown
    await route.fulfill({ contentType: 'image/webp', body: bytes })
  })
  const image = {
    url: `${path}-800.webp`,
    srcSet: `${path}-480.webp 480w, ${path}-800.webp 800w`,
    alt: 'A full room',
    width: 800,
    height: 600,
  }
  await openMockedEvent(page, makeEvent({ image }))
  const picture = page.getByRole('img', { name: 'A full room' })
  await expect(picture).toHaveAttribute('loading', 'lazy')
  const measure = () => picture.evaluate(({ clientWidth, clientHeight }) => clientWidth / clientHeight)
  expect(await measure()).toBeCloseTo(4 / 3, 1)
  show()
  await expect.poll(() => picture.evaluate((each) => (each as HTMLImageElement).complete)).toBe(true)
  expect(await measure()).toBeCloseTo(4 / 3, 1)
})

test('an event links to up to five other events of its day, including new ones', async ({ page }) => {
  const year = pickYear()
  const at = (hour: number) =>
    makeEvent({ title: `at ${hour}`, date: `${year}-01-15T${hour}:00:00Z`, description: null })
  const event = at(20)
  await storeEvents([event])
  await page.goto(`/event/${event.id}`)
  const others = page.getByRole('region', { name: 'more on this day' })
  await expect(others).toHaveCount(0)
  await storeEvents([15, 16, 17, 18, 19, 21].map(at))
  await page.goto(`/event/${event.id}`)
  await expect(others.getByRole('link')).toHaveText([
    '7:00 AM - at 15',
    '8:00 AM - at 16',
    '9:00 AM - at 17',
    '10:00 AM - at 18',
    '11:00 AM - at 19',
    '+1 more...',
  ])
  await others.getByRole('link').last().click()
  await expect(page).toHaveURL(`/events/${year}-01-15`)
})

test('one rule begins the other events of the day, with and without a description above them', async ({
  page,
}) => {
  const year = pickYear()
  const events = ['Coffee.', null].map((description, index) =>
    makeEvent({ date: `${year}-01-15T2${index}:00:00Z`, description }),
  )
  await storeEvents(events)
  for (const { id } of events) {
    await page.goto(`/event/${id}`)
    const others = page.getByRole('region', { name: 'more on this day' })
    await expect(others).toHaveCSS('border-top-width', '0px')
    await expect(others.getByRole('heading')).toHaveCSS('border-top-width', '2px')
  }
})

test('an event without optional fields has no headings for them', async ({ page }) => {
  const bare = { price: null, registrationType: null, description: null, url: null }
  await openMockedEvent(page, makeEvent(bare))
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Date & Time',
    'Location',
    'Organizers',
  ])
  await expect(page.getByRole('link', { name: 'View Event' })).toHaveCount(0)
})

test('fault 49: a javascript: URL does not become a link', async ({ page }) => {
  await openMockedEvent(page, makeEvent({ title: 'a trap', url: 'javascript:alert(1)' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('a trap')
  await expect(page.getByRole('main').getByRole('link')).toHaveText(['← back to events', 'my calendar'])
})

test('the menu marks “events” as the current section for an event and a day, and as the current page for the list', async ({
  page,
}) => {
  const mark = page.getByRole('navigation', { name: 'main' }).locator('[aria-current]')
  const event = makeEvent({ date: `${pickYear()}-01-15T02:30:00Z` })
  await storeEvents([event])
  for (const [path, value] of [
    [`/event/${event.id}`, 'true'],
    ['/events/2026-11-21', 'true'],
    ['/events', 'page'],
  ] as const) {
    await page.goto(path)
    await expect(mark).toHaveText(['events'])
    await expect(mark).toHaveAttribute('aria-current', value)
  }
})

test('an event that does not exist is not found, with status 404', async ({ page, expectFailedLoads }) => {
  expectFailedLoads(status(404))
  const response = await page.goto('/event/00000000-0000-4000-8000-000000000000')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Event Not Found')
  await expect(page.getByText("The event you're looking for doesn't exist.", { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: '← back to events' })).toBeVisible()
})

const texts = {
  'markup and quotes': `<script>alert(1)</script> <img src=x onerror=alert(2)> "it's" &amp;`,
  'right-to-left words': 'ערב מייסדים, أمسية المؤسسين (SF)',
  emoji: '👩🏽‍🚀 🏳️‍🌈 '.repeat(14).trim(),
  'one unbroken word': 'W'.repeat(200),
  '10,000 characters': 'a long story, '.repeat(715).slice(0, 9_999) + '.',
}

for (const [name, text] of Object.entries(texts)) {
  test(`${name} in an event are shown as written, at any width`, async ({ page }) => {
    const year = pickYear()
    const parts = { title: text, organizers: text, location: text, description: text, price: text }
    const event = makeEvent({ ...parts, date: `${year}-01-15T20:00:00Z` })
    await storeEvents([event])
    const expectToFit = async () => {
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 700 })
        expect(await listOverflow(page), `${width} px`).toEqual([])
      }
    }
    await page.clock.setFixedTime(event.date)
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'events today' }).getByRole('link')).toHaveText(
      `12:00 PM - ${text}`,
    )
    await expectToFit()
    await page.goto(`/events/${year}-01-15`)
    await expect(findRows(page).locator('.event-title')).toHaveText(text)
    await expect(findRows(page).locator('script, img')).toHaveCount(0)
    await expectToFit()
    await page.goto(`/event/${event.id}`)
    await expect(page.getByText(text, { exact: true })).toHaveCount(5)
    await expectToFit()
  })
}

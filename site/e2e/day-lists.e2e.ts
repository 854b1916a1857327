import type { Page, Route } from '@playwright/test'
import {
  mockEvents,
  findCalendar,
  makeEvent,
  openHomeAt,
  pickYear,
  storeEvents,
  unfold,
} from './support/events.ts'
import { expect, status, test } from './support/test.ts'

const findList = (page: Page, day: string) => page.getByRole('region', { name: `events ${day}`, exact: true })

test('today and tomorrow list at most three events with time and title, and link to the rest', async ({
  page,
}) => {
  const year = pickYear()
  const today = [18, 19, 20, 21, 22].map((hour) =>
    makeEvent({ title: `meeting at ${hour}`, date: `${year}-01-14T${hour}:30:00Z` }),
  )
  const tomorrow = makeEvent({ title: 'breakfast', date: `${year}-01-15T08:00:00Z` })
  await storeEvents([...today, tomorrow])
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) requested.push(request.url())
  })
  await openHomeAt(page, `${year}-01-14T12:00:00Z`)

  const list = findList(page, 'today')
  await expect(list.getByRole('listitem')).toHaveText([
    '10:30 AM - meeting at 18',
    '11:30 AM - meeting at 19',
    '12:30 PM - meeting at 20',
  ])
  await expect(list.getByRole('link').first()).toHaveAttribute('href', `/event/${today[0]?.id}`)
  await expect(list.getByRole('link', { name: '+2 more...' })).toHaveAttribute(
    'href',
    `/events/${year}-01-14`,
  )
  await expect(findList(page, 'tomorrow').getByRole('link')).toHaveText(['12:00 AM - breakfast'])

  expect(requested.length).toBeGreaterThan(0)
  for (const url of requested)
    expect(url).toMatch(/\/api\/events\?from=\d{4}-\d{2}-\d{2}&to=\d{4}-\d{2}-\d{2}$/)

  await list.getByRole('link', { name: '+2 more...' }).click()
  await expect(page).toHaveURL(`/events/${year}-01-14`)
  await expect(page.getByRole('status')).toHaveText('5 events')
})

test('a day without events says so', async ({ page }) => {
  await mockEvents(page, [])
  await openHomeAt(page, '2026-03-11T19:00:00Z')
  for (const day of ['today', 'tomorrow']) {
    await expect(findList(page, day).getByText('no events scheduled', { exact: true })).toBeVisible()
    await expect(findList(page, day).getByRole('heading', { level: 2 })).toHaveText(day)
  }
})

test(
  'when events cannot be loaded the page says why once, the calendar still links to its days, and “try again” loads them',
  { tag: '@narrow' },
  async ({ page, expectFailedLoads }) => {
    expectFailedLoads(status(503))
    const answer503 = (route: Route) => route.fulfill({ status: 503, body: 'come back later' })
    await page.route('/api/events*', answer503)
    await openHomeAt(page, '2026-03-11T19:00:00Z')
    await expect(page.getByRole('alert')).toHaveText('503: come back later')
    await expect(findCalendar(page).region.getByRole('link')).toHaveCount(31)
    await page.unroute('/api/events*', answer503)
    await mockEvents(page, [])
    await page.getByRole('button', { name: 'try again' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await unfold(page)
    for (const day of ['today', 'tomorrow'])
      await expect(findList(page, day).getByText('no events scheduled', { exact: true })).toBeVisible()
  },
)

test(
  'the printed home page has its calendar and the events of both days, and no controls',
  { tag: '@narrow' },
  async ({ page }) => {
    const at = (day: number) => makeEvent({ title: `event of ${day}`, date: `2026-11-${day}T20:00:00Z` })
    const events = [at(21), at(22)]
    await mockEvents(page, events)
    await openHomeAt(page, '2026-11-21T20:00:00Z')
    await expect(findList(page, 'today').getByRole('listitem')).toHaveText(['12:00 PM - event of 21'])
    const paper = (await page.pdf()).toString('latin1')
    const wanted = [
      ...events.map(({ id }) => `/event/${id}`),
      '/events/2026-11-01',
      '/events/2026-11-30',
      '/category/jobs',
    ]
    expect(wanted.filter((path) => !paper.includes(path))).toEqual([])
    await page.emulateMedia({ media: 'print' })
    await expect(findList(page, 'tomorrow').getByRole('link')).toBeVisible()
    await expect(page.getByRole('complementary').getByRole('button').filter({ visible: true })).toHaveCount(0)
    await expect(page.getByRole('combobox').filter({ visible: true })).toHaveCount(0)
    await expect(page.getByRole('checkbox').filter({ visible: true })).toHaveCount(0)
  },
)

test('links are at least 24 pixels high for a mouse and 44 for touch, and do not overlap', async ({
  page,
  browser,
  baseURL,
}) => {
  const day = `${pickYear()}-01-14`
  await storeEvents([17, 18, 19, 20].map((hour) => makeEvent({ date: `${day}T${hour}:30:00Z` })))
  const touch = await browser.newContext({ baseURL, viewport: { width: 320, height: 700 }, hasTouch: true })
  try {
    for (const [shown, least] of [
      [page, 24],
      [await touch.newPage(), 44],
    ] as const) {
      await openHomeAt(shown, `${day}T12:00:00Z`)
      const links = findList(shown, 'today').getByRole('link')
      await expect(links).toHaveCount(4)
      const boxes = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().toJSON()))
      for (const { height } of boxes) expect(height).toBeGreaterThanOrEqual(least)
      for (const [index, { top }] of boxes.entries())
        expect(top).toBeGreaterThanOrEqual(boxes[index - 1]?.bottom ?? 0)
    }
  } finally {
    await touch.close()
  }
})

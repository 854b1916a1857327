import type { Browser, Page } from '@playwright/test'
import { toDay } from '#domain/pacific.ts'
import {
  findCalendar,
  findFilters,
  findRows,
  makeEvent,
  pickYear,
  storeEvents,
  unfold,
} from './support/events.ts'
import { postListing } from './support/listings.ts'
import { collectApiRequests } from './support/requests.ts'
import { findSearch } from './support/search.ts'
import { expect, test } from './support/test.ts'

/** Stores 60 events, a minute apart, and returns their day. */
async function storeMany(): Promise<string> {
  const day = `${pickYear()}-03-01`
  const minutes = Array.from({ length: 60 }, (_, index) => String(index).padStart(2, '0'))
  await storeEvents(
    minutes.map((minute) => makeEvent({ title: `at ${minute}`, date: `${day}T20:${minute}:00Z` })),
  )
  return day
}

/** Texts of the visible parts of a page: with JavaScript, with scripts that fail to load, and without JavaScript. */
async function readInEachWay(page: Page, browser: Browser, path: string, part: string): Promise<string[][]> {
  const read = async (shown: Page) => {
    await shown.goto(new URL(path, page.url()).href, { waitUntil: 'networkidle' })
    return shown.locator(part).filter({ visible: true }).allTextContents()
  }
  await page.goto('/about')
  const texts = [await read(page)]
  await page.route('/_astro/*', (route) => route.abort())
  texts.push(await read(page))
  const { viewport } = test.info().project.use
  const plain = await browser.newContext({ javaScriptEnabled: false, viewport: viewport ?? null })
  texts.push(await read(await plain.newPage()))
  await plain.close()
  await page.unrouteAll()
  return texts
}

test(
  'home, results and events show the same with JavaScript, without it, and when scripts fail to load',
  { tag: '@narrow' },
  async ({ page, browser, request, expectFailedLoads }) => {
    expectFailedLoads(/ERR_FAILED/)
    const day = await storeMany()
    const { title } = await postListing(request, { title: `quince ${day}` })
    for (const [path, part, text] of [
      [`/?month=${day.slice(0, 7)}`, '.calendar, .strip, .day-events', `March ${day.slice(0, 4)}`],
      // Links only: other tests change the counts beside them.
      [`/?q=${day}`, '.results, .blocks a', title],
      [`/events/${day}`, '.count, ul.events > li', 'at 49'],
    ] as const) {
      const [shown = [], ...others] = await readInEachWay(page, browser, path, part)
      expect(shown.join()).toContain(text)
      // With JavaScript the rest of a long list is added.
      const rendered = path.startsWith('/events') ? shown.slice(0, 51) : shown
      expect(others).toEqual([rendered, rendered])
    }
  },
)

test(
  'home, results and events have no layout shift when their scripts load',
  { tag: '@narrow' },
  async ({ page, request }) => {
    const day = await storeMany()
    const { title } = await postListing(request, { title: `medlar ${day}` })
    let release = () => {}
    let released = Promise.resolve()
    await page.route('/_astro/*.js', async (route) => {
      await released
      await route.continue()
    })
    for (const path of ['/', `/?q=${title.replace(' ', '+')}`, `/events/${day}`, `/events/${day}?topic=AI`]) {
      released = new Promise((resolve) => (release = resolve))
      await page.goto(path, { waitUntil: 'commit' })
      // Wait for the web font: on machines without the fallback fonts it shifts the layout.
      await page.waitForFunction(
        () => document.readyState !== 'loading' && document.fonts.check('1em "Familjen Grotesk"'),
      )
      await page.evaluate(async () => {
        await document.fonts.ready
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
        const shifts: string[] = ((window as { shifts?: string[] }).shifts = [])
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push(JSON.stringify(entry))
        }).observe({ type: 'layout-shift' })
      })
      release()
      await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
      await page.waitForLoadState('networkidle')
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
      expect(await page.evaluate(() => (window as { shifts?: string[] }).shifts)).toEqual([])
    }
  },
)

test('a list of more than 50 events is requested once and then rendered completely', async ({ page }) => {
  const day = await storeMany()
  const requests = collectApiRequests(page)
  await page.goto(`/events/${day}`)
  await expect(findRows(page)).toHaveCount(60)
  await expect(page.getByRole('link', { name: 'more events' })).toHaveCount(0)
  await expect(findRows(page).locator('.event-title').last()).toHaveText('at 59')
  expect(requests).toEqual(['/api/events'])
})

test('a later page of the list stays until a filter is changed', async ({ page }) => {
  const day = await storeMany()
  const requests = collectApiRequests(page)
  await page.goto(`/events/${day}?page=2`, { waitUntil: 'networkidle' })
  const { venue, count } = findFilters(page)
  await expect(findRows(page)).toHaveCount(10)
  expect(requests).toEqual([])
  await venue.selectOption('SHACK15')
  await expect(findRows(page)).toHaveCount(60)
  await venue.selectOption('Homebrew')
  await expect(count).toHaveText('0 events')
  expect(requests).toEqual(['/api/events'])
})

test('a short list is requested only when a filter gets the focus', async ({ page }) => {
  const day = `${pickYear()}-03-01`
  await storeEvents([makeEvent({ date: `${day}T20:00:00Z`, location: 'Homebrew' })])
  const requests = collectApiRequests(page)
  await page.goto(`/events/${day}`, { waitUntil: 'networkidle' })
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
  expect(requests).toEqual([])
  const { venue, count } = findFilters(page)
  await venue.focus()
  await expect.poll(() => requests).toEqual(['/api/events'])
  await venue.selectOption('Zo House')
  await expect(count).toHaveText('0 events')
})

test('a server-rendered month and server-rendered results stay when the script loads', async ({
  page,
  request,
}) => {
  const { title } = await postListing(request, { title: `loquat ${crypto.randomUUID().slice(0, 8)}` })
  const year = pickYear()
  await storeEvents([makeEvent({ title: 'of the day', date: `${year}-02-03T20:00:00Z` })])
  const requests = collectApiRequests(page)
  await page.goto(`/?q=${title.replace(' ', '+')}&month=${year}-02`)
  const { box, results } = findSearch(page)
  await expect(box).toHaveValue(title)
  await expect(results.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(results.getByRole('link', { name: title })).toBeVisible()
  await unfold(page)
  await expect(findCalendar(page).month).toHaveText(`February ${year}`)
  await expect(findCalendar(page).day('February 3, 1 event')).toBeVisible()
  expect(requests).toEqual([])
})

test('the home page marks today’s date in San Francisco', async ({ page, request }) => {
  const today = toDay(new Date())
  const html = await (await request.get('/')).text()
  await page.goto('/')
  const { today: current } = findCalendar(page)
  const day = await current.getAttribute('data-day')
  // Midnight may pass while the page loads.
  expect([today, toDay(new Date())]).toContain(day)
  expect(html).toMatch(/aria-current="date"/)
})

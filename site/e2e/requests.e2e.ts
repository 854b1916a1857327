import type { Page } from '@playwright/test'
import { makeEvent, storeEvents } from './support/events.ts'
import { postListing } from './support/listings.ts'
import { waitForPageScripts } from './support/page-scripts.ts'
import { collectApiRequests } from './support/requests.ts'
import { serveAsStaticHost } from './support/static-host.ts'
import { expect, status, test } from './support/test.ts'

const listingsAndEvents = /^\/api\/(listings|events)/

/** Simulates a return to the tab, a reconnection and an hour's wait. The last request gives others time to show up. */
async function comeBackLater(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const type of ['blur', 'focus', 'offline', 'online', 'pageshow'])
      window.dispatchEvent(new Event(type))
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await page.clock.runFor('01:00:00')
  await page.evaluate(() => fetch('/api/health'))
}

test('a list is requested once: not again on focus, on reconnection or after an hour', async ({
  page,
  request,
}) => {
  const { title } = await postListing(request)
  const requests = collectApiRequests(page, listingsAndEvents)
  await serveAsStaticHost(page)
  await page.clock.install()
  await page.goto('/category/jobs/engineering')
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await comeBackLater(page)
  expect(requests).toEqual([expect.stringMatching(/\/api\/listings\/category\/jobs\/engineering$/)])
})

test('a failed request is not retried', async ({ page, expectFailedLoads }) => {
  expectFailedLoads(status(500))
  const requests = collectApiRequests(page, listingsAndEvents)
  await serveAsStaticHost(page)
  await page.route('/api/listings/**', (route) => route.fulfill({ status: 500, body: 'a fault' }))
  await page.clock.install()
  await page.goto('/category/jobs/engineering')
  await expect(page.getByRole('alert')).toHaveText('500: a fault')
  await comeBackLater(page)
  expect(requests).toHaveLength(1)
  await expect(page.getByRole('alert')).toHaveText('500: a fault')
})

test('no page requests more than 8 scripts', async ({ page, request }) => {
  const { id } = await postListing(request)
  const event = makeEvent()
  await storeEvents([event])
  const scripts = new Set<string>()
  page.on('request', (each) => {
    if (each.resourceType() === 'script') scripts.add(each.url())
  })
  const records = ['/category/jobs/engineering', `/listing/${id}`, `/event/${event.id}`]
  const others = ['/transparency', '/embed/events', '/about']
  const counts = new Map<string, number>()
  for (const path of ['/', '/events', '/calendar', '/post', '/apply', ...records, ...others]) {
    scripts.clear()
    await page.goto(path)
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
    await waitForPageScripts(page)
    await page.waitForLoadState('networkidle')
    counts.set(path, scripts.size)
  }
  expect([...counts].filter(([, count]) => count > 8)).toEqual([])
  expect(counts.get('/')).toBeGreaterThan(4)
})

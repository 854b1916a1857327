import type { Page } from '@playwright/test'
import { makeEvent, pickYear, storeEvents } from './support/events.ts'
import { postListing } from './support/listings.ts'
import { collectApiRequests } from './support/requests.ts'
import { serveAsStaticHost } from './support/static-host.ts'
import { expect, status, test } from './support/test.ts'

/** Title, accessibility snapshot and text of a page, once it has loaded. The API does not say until when a listing is shown. */
async function readScreen(page: Page, main = page.getByRole('main')) {
  await page.waitForLoadState('networkidle')
  await expect(main.getByText(/^loading/i)).toHaveCount(0)
  const [snapshot, text] = [await main.ariaSnapshot(), await main.innerText()].map((lines) =>
    lines.replace(/\n.*shown until .*/, ''),
  )
  return { title: await page.title(), snapshot, text }
}

/** Expects a page rendered by the server, which needs no request, to show the same as that of a static host. */
async function expectSameWithoutRequests(
  page: Page,
  path: string,
  part = page.getByRole('main'),
): Promise<void> {
  const requests = collectApiRequests(page)
  await page.goto(path)
  const rendered = await readScreen(page, part)
  expect(requests).toEqual([])
  await serveAsStaticHost(page)
  await page.goto(path)
  expect(await readScreen(page, part)).toEqual(rendered)
  expect(requests).toHaveLength(1)
}

test('a listing page contains its data, also if the id in its path is in capital letters', async ({
  page,
  request,
}) => {
  const { id, title } = await postListing(request, { description: 'one\n\n  two <b>\nthree' })
  await expectSameWithoutRequests(page, `/listing/${id.toUpperCase()}`, page.getByRole('article'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})

test('the page of an unknown listing needs no request either', async ({ page, expectFailedLoads }) => {
  expectFailedLoads(status(404))
  const requests = collectApiRequests(page)
  await page.goto('/listing/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('listing not found')
  await expect(page).toHaveTitle(/^listing not found · /)
  expect(requests).toEqual([])
})

test('an event page contains its data', async ({ page }) => {
  const event = makeEvent({ date: `${pickYear()}-01-15T02:30:00Z` })
  await storeEvents([event])
  await expectSameWithoutRequests(page, `/event/${event.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.title)
})

test('a category page contains its first listings, also if its path is in capital letters', async ({
  page,
  request,
}) => {
  // No other test posts there: all tests share a database.
  await postListing(request, { category: 'housing', subcategory: 'facebook group' })
  await expectSameWithoutRequests(page, '/category/HOUSING/FACEBOOK-GROUP')
  await expect(page.getByRole('main').getByRole('listitem')).not.toHaveCount(0)
})

test('the page of an empty category contains its empty list', async ({ page }) => {
  await expectSameWithoutRequests(page, '/category/chat-groups/technical')
})

test('the events page contains a short list of events', async ({ page, startOwnServer }) => {
  const server = await startOwnServer()
  await storeEvents(
    [
      makeEvent({ title: 'one', date: '2126-11-22T02:30:00Z' }),
      makeEvent({ title: 'two', date: '2126-11-23T02:30:00Z' }),
    ],
    server,
  )
  const requests = collectApiRequests(page)
  await page.goto(`${server.address}/events`)
  const rendered = await readScreen(page)
  expect(rendered.text).toContain('2 events')
  await page.goto(`${server.address}/events/2126-11-21`)
  await expect(page.getByRole('main').getByRole('status')).toHaveText('1 event')
  await expect(page).toHaveTitle(/^Events for November 21, 2126 · /)
  expect(requests).toEqual([])
  await serveAsStaticHost(page)
  await page.goto(`${server.address}/events`)
  expect(await readScreen(page)).toEqual(rendered)
  expect(requests).toEqual(['/api/events'])
})

test('a Hebrew title keeps the product’s name at the end of the page’s title, rendered by the server or not', async ({
  page,
  request,
}) => {
  const { id } = await postListing(request, { title: 'דרוש מייסד' })
  await expectSameWithoutRequests(page, `/listing/${id}`, page.getByRole('article'))
  await expect(page).toHaveTitle(/^\u2068דרוש מייסד\u2069 · /)
})

import { mockEvents, findCalendar, findFilters, makeEvent, openHomeAt } from './support/events.ts'
import { makeListing, postListing } from './support/listings.ts'
import { fillPostForm, findPostForm, findToasts, openPostForm } from './support/post-form.ts'
import { mockSearches, findSearch, makeAnswer } from './support/search.ts'
import { expect, status, test } from './support/test.ts'
import { serveAsStaticHost } from './support/static-host.ts'

// The focus after editing, deleting and importing listings: managed-listings.e2e.ts.

test('clearing the filters focuses the first filter', async ({ page }) => {
  await mockEvents(page, [makeEvent()])
  await page.goto('/events?venue=SHACK15&topic=AI')
  const { clear, date } = findFilters(page)
  await clear.press('Enter')
  await expect(clear).toHaveCount(0)
  await expect(date).toBeFocused()
})

test('loading older listings focuses the first of them, and a failure leaves the focus on the button', async ({
  page,
  request,
  expectFailedLoads,
}) => {
  expectFailedLoads(status(503))
  const { title: _, ...listing } = await postListing(request)
  const rows = ['one', 'two', 'three'].map((title, index) => ({
    ...listing,
    title,
    id: `${listing.id}${index}`,
  }))
  await serveAsStaticHost(page)
  const next = '/api/listings/category/jobs?before=x'
  let isUnavailable = true
  await page.route('/api/listings/category/**', (route) => {
    if (!route.request().url().includes('before'))
      return route.fulfill({ json: rows.slice(0, 1), headers: { Link: `<${next}>; rel="next"` } })
    return isUnavailable
      ? route.fulfill({ status: 503, body: 'not now' })
      : route.fulfill({ json: rows.slice(1) })
  })
  await page.goto('/category/jobs')
  const older = page.getByRole('button', { name: 'older listings' })
  await older.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('503: not now')
  await expect(older).toBeFocused()
  isUnavailable = false
  await older.press('Enter')
  await expect(page.getByRole('link', { name: 'two' })).toBeFocused()
  await expect(older).toHaveCount(0)
})

test('a failed post returns the focus to its button, and so does closing a toast', async ({
  page,
  expectFailedLoads,
}) => {
  expectFailedLoads(status(503))
  const answer = Promise.withResolvers<void>()
  await page.route('/api/listings', async (route) => {
    await answer.promise
    await route.fulfill({ status: 503, body: 'not now' })
  })
  await openPostForm(page)
  await fillPostForm(page, makeListing())
  const { submit } = findPostForm(page)
  await submit.press('Enter')
  await expect(submit).toBeDisabled()
  answer.resolve()
  await expect(findToasts(page)).toContainText('503: not now')
  await expect(submit).toBeFocused()
  await page.keyboard.press('F8')
  await findToasts(page).getByRole('button', { name: 'close' }).press('Enter')
  await expect(findToasts(page)).toHaveCount(0)
  await expect(submit).toBeFocused()
})

test('changing the month or week leaves the focus on the button', { tag: '@narrow' }, async ({ page }) => {
  await mockEvents(page, [])
  await openHomeAt(page, '2026-11-21T20:00:00Z')
  const next = findCalendar(page).region.getByRole('button', { name: /^next (month|week)$/ })
  for (let turns = 0; turns < 3; turns += 1) {
    await next.press('Enter')
    await expect(next).toBeFocused()
  }
})

test('Escape closes the suggestions, and the search keeps the focus', async ({ page }) => {
  await mockSearches(page, makeAnswer(['Founding engineer'], []))
  await page.goto('/')
  const { box, options } = findSearch(page)
  await box.fill('found')
  await expect(options).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('found')
})

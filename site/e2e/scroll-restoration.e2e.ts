import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { mockEvents, findRows, makeEvent } from './support/events.ts'
import { postListing } from './support/listings.ts'
import { waitForPageScripts } from './support/page-scripts.ts'
import { expect, test } from './support/test.ts'

// Chromium ends its emulation of a touch screen before `pagehide`: links above the list would become smaller just before
// the position is saved.
test.use({ hasTouch: false })

/** How far a link is below the window's upper edge, in whole pixels; undefined while it is not in the page. */
async function readTop(page: Page, name: string): Promise<number | undefined> {
  return page
    .getByRole('link', { name, exact: true })
    .evaluateAll(([link]) => link && Math.round(link.getBoundingClientRect().top))
}

/**
 * Scrolls until a row is the window's first whole one and its position is stable. Returns the position of its link. The
 * first whole row is the one that is restored: the row above it may get another height, because the next load of the
 * page may use another font (`font-display: optional`).
 */
async function scrollTo(page: Page, name: string): Promise<number> {
  await page.getByRole('link', { name, exact: true }).evaluate(async (link) => {
    const nextFrame = () => new Promise(requestAnimationFrame)
    const row = link.closest('li') ?? (link as HTMLElement)
    row.style.scrollMarginTop = '8px'
    // Estimated heights become exact when rows come into view.
    for (let same = 0, last = Number.NaN; same < 10; await nextFrame()) {
      const { top } = link.getBoundingClientRect()
      same = top === last ? same + 1 : 0
      if (same === 0) row.scrollIntoView({ block: 'start' })
      last = link.getBoundingClientRect().top
    }
  })
  return (await readTop(page, name)) ?? Number.NaN
}

/** Allows 4 pixels: estimated row heights become exact later. */
async function expectTop(page: Page, name: string, wanted: number): Promise<void> {
  await expect
    .poll(async () => Math.abs(((await readTop(page, name)) ?? Number.POSITIVE_INFINITY) - wanted))
    .toBeLessThanOrEqual(4)
}

test(
  'a reload, and Back without a back/forward cache, restore the place in the list of events',
  { tag: '@narrow' },
  async ({ page }) => {
    const events = Array.from({ length: 500 }, (_, index) =>
      makeEvent({
        title: `event ${index + 1}`,
        date: new Date(Date.parse('2327-01-01T20:00:00Z') + index * 60_000).toISOString(),
        // Rows of different heights.
        organizers: 'the organizers of this event '.repeat(index % 7),
      }),
    )
    await mockEvents(page, events)
    await page.goto('/events')
    await expect(findRows(page)).toHaveCount(500)
    const top = await scrollTo(page, 'event 333')
    await page.reload()
    await expectTop(page, 'event 333', top)

    await page.goto('/about')
    await page.goBack()
    await expectTop(page, 'event 333', top)

    // A new visit begins at the top.
    await page.goto('/events')
    await expect(findRows(page)).toHaveCount(500)
    expect(await page.evaluate(() => scrollY)).toBe(0)
  },
)

test('a reload restores the place in a category, also among older listings', async ({ page, request }) => {
  const place = { category: 'gigs', subcategory: 'bounties' }
  const title = `the oldest of all ${randomUUID().slice(0, 8)}`
  await postListing(request, { ...place, title })
  for (let count = 0; count < 6; count += 1) {
    await Promise.all(Array.from({ length: 10 }, () => postListing(request, place)))
  }
  const rows = page.locator('ul.listings > li')
  await page.goto('/category/gigs/bounties')
  await expect(rows).toHaveCount(50)
  await waitForPageScripts(page)
  await page.getByRole('link', { name: 'older listings' }).click()
  await expect(page.getByRole('link', { name: title })).toBeAttached()
  const top = await scrollTo(page, title)
  await page.reload()
  await expectTop(page, title, top)
  expect(await rows.count()).toBeGreaterThan(50)
})

import type { Page } from '@playwright/test'
import { messages } from './support/language.ts'
import { serveAsStaticHost } from './support/static-host.ts'
import { expect, test } from './support/test.ts'

/** JavaScript runs, but no script file arrives: blocked by a filter, or lost with the connection. */
async function blockScripts(page: Page): Promise<void> {
  await page.route('/_astro/*.js', (route) => route.abort())
}

test.beforeEach(async ({ page, expectFailedLoads }) => {
  expectFailedLoads(/ERR_FAILED/)
  await blockScripts(page)
})

test('without its script, the application form names an email address in place of its button', async ({
  page,
}) => {
  await page.goto('/apply')
  const notice = page.getByText('To apply without it, write to')
  await expect(notice).toBeVisible()
  await expect(notice.getByRole('link')).toHaveText('hello@example.org')
  await expect(page.getByRole('button', { name: 'Submit Application' })).toBeHidden()
})

test('without its script, “my calendar” says what it needs and how to do without', async ({ page }) => {
  await page.goto('/calendar')
  await expect(page.getByText(messages().personal.needsScript)).toBeInViewport()
  await expect(page.getByText(messages().personal.followText)).toBeHidden()
})

test('without its script, “account” leads to a text about the manage link', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'account' }).click()
  const notice = page.getByText(messages().managed.withoutScript)
  await expect(notice).toBeVisible()
  await expect(notice).toBeInViewport()
})

test('without its script, a page of a static host says that it needs JavaScript', async ({ page }) => {
  await serveAsStaticHost(page)
  for (const [path, text] of [
    ['/events', messages().events.needsScript],
    ['/event/00000000-0000-4000-8000-000000000000', messages().event.needsScript],
    ['/category/jobs', messages().category.needsScript],
    ['/listing/00000000-0000-4000-8000-000000000000', messages().listing.needsScript],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(text), path).toBeVisible()
  }
})

test('with scripts, none of these texts is shown', async ({ page }) => {
  await page.unrouteAll()
  for (const path of ['/apply', '/calendar', '/#my-listings']) {
    await page.goto(path)
    await expect(page.locator('astro-island:not([ssr]), dialog[open]').first()).toBeAttached()
    await expect(page.locator('.needs-script').filter({ visible: true }), path).toHaveCount(0)
  }
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByRole('button', { name: 'close' }).click()
  await expect(page.locator('#my-listings')).toBeHidden()
})

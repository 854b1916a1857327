import { postListing } from './support/listings.ts'
import { waitForPageScripts } from './support/page-scripts.ts'
import { expect, status, test } from './support/test.ts'

test('more than 50 listings load in parts, and a part that fails can be requested again', async ({
  page,
  request,
  serverWithProxy,
  expectFailedLoads,
}) => {
  expectFailedLoads(status(503))
  const place = { category: 'chat groups', subcategory: 'fundraising' }
  for (let count = 0; count < 5; count += 1) {
    await Promise.all(Array.from({ length: 12 }, () => postListing(request, place)))
  }
  const rows = page.locator('.listings').getByRole('listitem')
  const older = page.getByRole('link', { name: 'older listings' })

  await page.goto(`${serverWithProxy.address}/category/chat-groups/fundraising`)
  await expect(rows).toHaveCount(50)
  await waitForPageScripts(page)
  serverWithProxy.proxy.cut()
  await older.click()
  await expect(page.getByRole('alert')).toHaveText(
    '503: listings cannot be loaded right now, try again in a moment',
  )
  await expect(older).toBeFocused()
  await expect(rows).toHaveCount(50)

  await serverWithProxy.proxy.restore()
  await expect.poll(async () => (await fetch(`${serverWithProxy.address}/api/health`)).status).toBe(200)
  await older.press('Enter')
  await expect(rows).toHaveCount(60)
  await expect(rows.nth(50).getByRole('link')).toBeFocused()
  await expect(older).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  const hrefs = await rows
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(new Set(hrefs).size).toBe(60)
})

test('without scripts the link to older listings leads to a separate page', async ({
  browser,
  request,
  baseURL,
}) => {
  const place = { category: 'gigs', subcategory: 'contract work', location: 'NYC' } as const
  for (let count = 0; count < 5; count += 1)
    await Promise.all(Array.from({ length: 11 }, () => postListing(request, place)))
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto('/category/gigs/contract-work?city=NYC')
  const rows = page.locator('.listings').getByRole('listitem')
  const [newest] = await rows.getByRole('link').allTextContents()
  await page.getByRole('link', { name: 'older listings' }).click()
  await expect(page).toHaveURL(/\/category\/gigs\/contract-work\?city=NYC&before=/)
  await expect(rows.first()).toBeVisible()
  await expect(page.getByRole('link', { name: newest ?? '' })).toHaveCount(0)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(page.locator('.cities [aria-current=true]')).toHaveText('NYC')
  await context.close()
})

import type { Page } from '@playwright/test'
import { postListing } from './support/listings.ts'
import { serveAsStaticHost } from './support/static-host.ts'
import { expect, test } from './support/test.ts'

const place = { category: 'jobs', subcategory: 'engineering', location: 'NYC' } as const

async function expectNewYork(page: Page): Promise<void> {
  const { pathname, search } = new URL(page.url())
  const what = `the city of ${pathname}${search}`
  const heading = page.getByRole('heading', { level: 1 })
  if (pathname === '/') await expect(heading, what).toHaveText('New York City')
  if (pathname === '/post') await expect(page.getByLabel('location'), what).toHaveValue('NYC')
  if (pathname.startsWith('/category/'))
    await expect(page.locator('main .cities [aria-current]'), what).toHaveText('NYC')
}

/** The addresses on this site that a page links to, without those that are not pages. */
async function listPaths(page: Page): Promise<string[]> {
  const paths = await page
    .locator('a[href^="/"]')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).getAttribute('href') ?? ''))
  return [...new Set(paths)].filter((path) => !/\.(?:xml|atom|json|ics)\b/.test(path))
}

/** Follows every link as a reader does: from the page that has it. */
async function walk(page: Page, from: string): Promise<void> {
  await page.goto(from)
  await page.locator('main article h1').waitFor()
  const paths = await listPaths(page)
  expect(paths.filter((path) => path.startsWith('/category/jobs'))).not.toEqual([])
  for (const path of paths) {
    await page.goto(from)
    await page.locator(`a[href="${path}"]`).first().dispatchEvent('click')
    await page.waitForURL((url) => url.pathname !== new URL(from, url).pathname || path === from)
    await expectNewYork(page)
  }
}

for (const host of ['server', 'static host'] as const) {
  test(`fault 96: the chosen city survives every link of a listing’s page and of a category on the ${host}`, async ({
    page,
    request,
  }) => {
    const { id } = await postListing(request, place)
    if (host === 'static host') await serveAsStaticHost(page)
    await page.goto('/?city=NYC')
    await page.goto('/category/jobs')
    await expect(page).toHaveURL('/category/jobs?city=NYC')
    await expectNewYork(page)
    await walk(page, `/listing/${id}`)
    await page.goto('/about')
    await page.getByRole('banner').getByRole('link', { name: 'home', exact: true }).click()
    await expectNewYork(page)
    await page.goto('/category/jobs?city=both')
    await page.goto('/category/jobs')
    await expect(page.locator('main .cities [aria-current]')).toHaveText('both')
  })
}

test('the chosen city also survives on the page of a listing in another city', async ({ page, request }) => {
  const { id } = await postListing(request, { ...place, location: 'SF' })
  await page.goto('/?city=NYC')
  await walk(page, `/listing/${id}`)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the city survives every link between lists and listings', async ({ page, request }) => {
    const { id } = await postListing(request, place)
    for (const from of [`/listing/${id}`, '/category/jobs?city=NYC']) {
      await page.goto(from)
      for (const path of await listPaths(page)) {
        await page.goto(path)
        const isCityChoice = path === '/category/jobs?city=SF' || path.endsWith('city=both')
        if (!isCityChoice) await expectNewYork(page)
      }
    }
    await page.goto('/category/jobs?city=both')
    await page.getByRole('banner').getByRole('link', { name: 'home', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('San Francisco + New York City')
  })
})

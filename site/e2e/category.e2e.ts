import type { ListingSummary } from '#domain/listings/listing.ts'
import { postListing } from './support/listings.ts'
import { findPostForm } from './support/post-form.ts'
import { expect, test } from './support/test.ts'
import { serveAsStaticHost } from './support/static-host.ts'

test('a listing’s row links to it and shows location, the first lines and the day', async ({
  page,
  request,
}) => {
  const listing = await postListing(request, {
    category: 'services',
    subcategory: 'marketing pr',
    location: 'NYC',
  })
  await page.goto('/category/services/marketing-pr')
  const row = page.getByRole('listitem').filter({ hasText: listing.title })
  await expect(row.getByRole('link', { name: listing.title })).toHaveAttribute(
    'href',
    `/listing/${listing.id}`,
  )
  await expect(row.getByText('(NYC)', { exact: true })).toBeVisible()
  await expect(row.getByText('We build in public.')).toBeVisible()
  const options = { timeZone: 'America/Los_Angeles', month: 'short', day: 'numeric' } as const
  await expect(row.getByRole('time')).toHaveText(
    new Date(listing.createdAt).toLocaleDateString('en-US', options),
  )
})

test('the newest listing comes first', async ({ page, request }) => {
  const place = { category: 'founders', subcategory: 'pitch templates' }
  const older = await postListing(request, place)
  const newer = await postListing(request, place)
  await page.goto('/category/founders/pitch-templates')
  await expect(page.getByRole('link', { name: older.title })).toBeVisible()
  const titles = await page.getByRole('main').getByRole('listitem').getByRole('link').allTextContents()
  expect(titles.indexOf(newer.title)).toBeLessThan(titles.indexOf(older.title))
})

test('dates are in San Francisco’s time zone, whatever the reader’s is', async ({ page }) => {
  // Only the server sets a listing's time, so this answer is mocked.
  const summary = {
    id: crypto.randomUUID(),
    subcategory: 'product',
    title: 'late',
    location: 'SF',
    description: 'x',
  }
  const rows: ListingSummary[] = [
    { ...summary, createdAt: '2026-03-09T06:59:59.999Z' },
    { ...summary, id: crypto.randomUUID(), createdAt: '2026-03-09T07:00:00.000Z' },
  ] as ListingSummary[]
  await serveAsStaticHost(page)
  await page.route('/api/listings/category/**', (route) => route.fulfill({ json: rows }))
  await page.goto('/category/jobs')
  await expect(page.getByRole('time')).toHaveText(['Mar 8', 'Mar 9'])
})

test('a long description is clamped to two lines', async ({ page, request }) => {
  const place = { category: 'housing', subcategory: 'rooms shared' }
  const { title } = await postListing(request, {
    ...place,
    description: 'quiet room with a desk '.repeat(60),
  })
  await page.goto('/category/housing/rooms-shared')
  const text = page.getByRole('listitem').filter({ hasText: title }).getByText('quiet room')
  await expect(text).toBeVisible()
  const lines = await text.evaluate((element) => {
    const { height } = element.getBoundingClientRect()
    return {
      shown: height / parseFloat(getComputedStyle(element).lineHeight),
      hidden: element.scrollHeight > height,
    }
  })
  expect(lines.shown).toBeCloseTo(2, 1)
  expect(lines.hidden).toBe(true)
})

for (const { path, heading, crumbs } of [
  { path: '/category/community/XR-VR-AR-MR', heading: 'XR VR AR MR', crumbs: 'community > XR VR AR MR' },
  {
    path: '/category/chat-groups/polygon-ecosystem',
    heading: 'polygon ecosystem',
    crumbs: 'chat groups > polygon ecosystem',
  },
]) {
  test(`${path} has the heading ${heading} and its breadcrumb`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.getByText(crumbs, { exact: true }).last()).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(`^${heading}`))
  })
}

test('a category shows the listings of all its subcategories, with their names and the pay', async ({
  page,
  request,
}) => {
  const job = await postListing(request, { category: 'jobs', subcategory: 'product', payFrom: 85_000 })
  await page.goto('/category/jobs')
  const row = page.getByRole('listitem').filter({ hasText: job.title })
  await expect(row.getByText('product', { exact: true })).toBeVisible()
  await expect(row.getByText('from $85,000 a year', { exact: true })).toBeVisible()
  const one = await postListing(request, { category: 'investors', subcategory: 'angels' })
  const other = await postListing(request, { category: 'investors', subcategory: 'foundations' })
  await page.goto('/category/investors')
  await expect(page.getByRole('link', { name: one.title })).toBeVisible()
  await expect(page.getByRole('link', { name: other.title })).toBeVisible()
})

test('a category without listings says so, with a link to post the first', async ({ page }) => {
  const response = await page.goto('/category/chat-groups/technical')
  expect(response?.status()).toBe(200)
  await expect(page.getByText('no listings found in this category yet.')).toBeVisible()
  await page.getByRole('link', { name: 'be the first to post!' }).click()
  await expect(page).toHaveURL('/post?category=chat-groups&subcategory=technical')
  const { category, subcategory } = findPostForm(page)
  await expect(category).toHaveValue('chat groups')
  await expect(subcategory).toHaveValue('technical')
})

test('an unknown category on a static host is not found, and has no link to post the first listing', async ({
  page,
}) => {
  await serveAsStaticHost(page)
  await page.goto('/category/no-such-thing')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
  await expect(page.getByRole('link', { name: 'be the first to post!' })).toHaveCount(0)
})

test('“post” on a static host opens the form with the list’s city and category chosen', async ({ page }) => {
  await serveAsStaticHost(page)
  await page.goto('/category/gigs?city=NYC')
  await expect(page.getByRole('link', { name: 'post', exact: true })).toHaveAttribute(
    'href',
    '/post?city=NYC&category=gigs',
  )
})

test('“post” opens the form with the list’s city, category and subcategory chosen', async ({ page }) => {
  const post = page.getByRole('banner').getByRole('link', { name: 'post', exact: true })
  await page.goto('/category/jobs/sales-biz-dev?city=NYC')
  await post.click()
  await expect(page).toHaveURL('/post?city=NYC&category=jobs&subcategory=sales-biz-dev')
  const { category, subcategory, location } = findPostForm(page)
  await expect(category).toHaveValue('jobs')
  await expect(subcategory).toHaveValue('sales biz dev')
  await expect(location).toHaveValue('NYC')
  await page.goto('/category/jobs')
  await expect(post).toHaveAttribute('href', '/post?city=NYC&category=jobs')
})

import { postListing } from './support/listings.ts'
import { expect, test } from './support/test.ts'
import { serveAsStaticHost } from './support/static-host.ts'

test('a listing page shows every field', async ({ page, request }) => {
  const listing = await postListing(request, {
    category: 'community',
    subcategory: 'XR/VR/AR/MR',
    description: 'one\n\n  two\nthree',
    contact: 'ada@example.org or +1 415 555 0100',
    location: 'NYC',
  })
  await page.goto(`/listing/${listing.id}`)
  const main = page.getByRole('article')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(listing.title)
  await expect(main.getByRole('link', { name: 'community > XR/VR/AR/MR' })).toHaveAttribute(
    'href',
    '/category/community/XR-VR-AR-MR?city=NYC',
  )
  await expect(main.getByText('NYC', { exact: true })).toBeVisible()
  const options = {
    timeZone: 'America/Los_Angeles',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
  } as const
  await expect(main.getByRole('time')).toHaveText(
    new Date(listing.createdAt).toLocaleDateString('en-US', options),
  )
  const written = await main.getByText('two').evaluate((element) => (element as HTMLElement).innerText)
  expect(written).toBe('one\n\n  two\nthree')
  await expect(main.getByRole('heading', { level: 2 })).toHaveText('contact info')
  const action = main.getByRole('link', { name: 'send an email' })
  await expect(action).toHaveAttribute('href', 'mailto:ada@example.org')
  await expect(main.getByText('ada@example.org or +1 415 555 0100', { exact: true })).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(`^${listing.title}`))
})

test('the link of a listing leads to its category', async ({ page, request }) => {
  const listing = await postListing(request, { category: 'chat groups', subcategory: 'polygon ecosystem' })
  await page.goto(`/listing/${listing.id}`)
  await page.getByRole('link', { name: 'chat groups > polygon ecosystem' }).click()
  await expect(page).toHaveURL('/category/chat-groups/polygon-ecosystem?city=SF')
  await expect(page.getByRole('link', { name: listing.title })).toBeVisible()
})

test('the date is in San Francisco’s time zone, whatever the reader’s is', async ({ page, request }) => {
  const { id, ...listing } = await postListing(request)
  await serveAsStaticHost(page)
  await page.route(`/api/listings/${id}`, (route) =>
    route.fulfill({ json: { ...listing, createdAt: '2026-01-01T07:59:59.999Z' } }),
  )
  await page.goto(`/listing/${id}`)
  await expect(page.getByRole('time')).toHaveText('Dec 31, 2025')
})

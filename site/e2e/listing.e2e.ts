import { postListing } from './support/listings.ts'
import { expect, status, test } from './support/test.ts'
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

test('the page shows “loading...” until the answer arrives', async ({ page, request }) => {
  const { id, title } = await postListing(request)
  const asked = Promise.withResolvers<void>()
  await serveAsStaticHost(page)
  await page.route(`/api/listings/${id}`, async (route) => {
    await asked.promise
    await route.continue()
  })
  await page.goto(`/listing/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('loading...')
  asked.resolve()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})

test('a listing that does not exist is not found, with status 404', async ({ page, expectFailedLoads }) => {
  expectFailedLoads(status(404))
  const response = await page.goto('/listing/00000000-0000-4000-8000-000000000000')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('listing not found')
})

test('an id in capital letters is the same id', async ({ page, request }) => {
  const { id, title } = await postListing(request)
  const response = await page.goto(`/listing/${id.toUpperCase()}`)
  expect(response?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})

test('while the database is down the page says so', async ({
  page,
  request,
  serverWithProxy,
  expectFailedLoads,
}) => {
  expectFailedLoads(status(503))
  const { id } = await postListing(request)
  serverWithProxy.proxy.cut()
  await page.goto(`${serverWithProxy.address}/listing/${id}`)
  await expect(page.getByRole('alert')).toHaveText(
    'listings cannot be loaded right now, try again in a moment',
  )
})

import { findByTitle, makeListing } from './support/listings.ts'
import { findNotice, findPanel } from './support/managed-listings.ts'
import { fillPostForm, findPostForm, findToasts, openPostForm, readPostForm } from './support/post-form.ts'
import { expect, status, test } from './support/test.ts'

test('a post over the hourly limit is refused with 429, and the form keeps its text', async ({
  page,
  request,
  startOwnServer,
  expectFailedLoads,
}) => {
  expectFailedLoads(status(429))
  const { address } = await startOwnServer({ POSTS_PER_HOUR: '1' })
  const first = await request.post(`${address}/api/listings`, { data: makeListing() })
  expect(first.status()).toBe(201)

  await openPostForm(page, address)
  const listing = makeListing({ category: 'community', subcategory: 'XR/VR/AR/MR', location: 'NYC' })
  await fillPostForm(page, listing)
  const { submit } = findPostForm(page)
  await submit.click()
  const toast = findToasts(page)
  await expect(toast.getByText('Error', { exact: true })).toBeVisible()
  await expect(
    toast.getByText(
      /^429: too many listings were posted from your network in the last hour, try again in (60|59) minutes$/,
    ),
  ).toBeVisible()
  await expect(toast).toHaveAttribute('data-variant', 'destructive')
  await expect(page).toHaveURL(`${address}/post`)
  expect(await readPostForm(page)).toEqual(listing)
  await expect(submit).toHaveText('post listing')
  await expect(submit).toBeEnabled()
})

test('while the database is down a post is refused with 503, and the same form succeeds when it is back', async ({
  page,
  serverWithProxy,
  expectFailedLoads,
}) => {
  expectFailedLoads(status(503))
  await openPostForm(page, serverWithProxy.address)
  const listing = makeListing()
  await fillPostForm(page, listing)
  const { submit } = findPostForm(page)
  serverWithProxy.proxy.cut()
  await submit.click()
  await expect(findToasts(page)).toContainText('503: this is not available right now, try again in a moment')
  expect(await readPostForm(page)).toEqual(listing)

  await serverWithProxy.proxy.restore()
  await expect.poll(async () => (await fetch(`${serverWithProxy.address}/api/health`)).status).toBe(200)
  await submit.click()
  await expect(page).toHaveURL(`${serverWithProxy.address}/`)
  await expect(findToasts(page)).toHaveText(/^Success!/)
})

test('fault 76: a server that cannot be reached is reported, and the form keeps its text', async ({
  page,
  serverWithProxy,
  startOwnServer,
  expectFailedLoads,
}) => {
  expectFailedLoads(/net::ERR_/)
  const { address, stop } = await startOwnServer(serverWithProxy.variables)
  await openPostForm(page, address)
  const listing = makeListing()
  const parts = [/post-listing/, /Toaster/].map((name) =>
    page.waitForEvent('requestfinished', (loaded) => name.test(loaded.url())),
  )
  await fillPostForm(page, listing)
  await Promise.all(parts)
  await stop()
  await findPostForm(page).submit.click()
  await expect(findToasts(page)).toContainText('Error')
  await expect(findToasts(page)).toContainText(
    'The server could not be reached. Check your connection and try again.',
  )
  expect(await readPostForm(page)).toEqual(listing)
})

test('fault 33: a post whose answer is lost is stored once, however often the form is sent', async ({
  page,
  request,
  expectFailedLoads,
}) => {
  expectFailedLoads(/net::ERR_/)
  await openPostForm(page)
  const listing = makeListing({ category: 'gigs', subcategory: 'bounties' })
  await fillPostForm(page, listing)
  await page.route('/api/listings', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await findPostForm(page).submit.click()
  await expect(findToasts(page)).toContainText('The server could not be reached.')
  await page.unroute('/api/listings')
  await findPostForm(page).submit.click()
  await expect(findToasts(page)).toContainText('Success!')
  expect(await findByTitle(request, listing)).toHaveLength(1)
  await findNotice(page).link.click()
  await expect(findPanel(page)).toContainText('expires in 45 days')
})

test('a form changed after a lost answer is posted as a new listing', async ({ page, expectFailedLoads }) => {
  expectFailedLoads(/net::ERR_/)
  await openPostForm(page)
  await fillPostForm(page, makeListing())
  await page.route('/api/listings', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await findPostForm(page).submit.click()
  await expect(findToasts(page)).toContainText('The server could not be reached.')
  await page.unroute('/api/listings')
  await findPostForm(page).title.fill('another title')
  await findPostForm(page).submit.click()
  await expect(findToasts(page)).toContainText('Success!')
})

for (const body of ['hello', '{}']) {
  test(`an answer of 201 with the body ${JSON.stringify(body)} says that the listing may have been posted`, async ({
    page,
  }) => {
    const bodies: unknown[] = []
    await page.route('/api/listings', async (route) => {
      bodies.push(route.request().postDataJSON())
      await route.fulfill({ status: 201, body })
    })
    await openPostForm(page)
    const listing = makeListing()
    await fillPostForm(page, listing)
    await findPostForm(page).submit.click()
    await expect(findToasts(page)).toContainText(
      'Your listing may have been posted, but the answer could not be read. Look for it in its category',
    )
    expect(await readPostForm(page)).toEqual(listing)
    // The body of a post has the fields of the listing, and no others.
    expect(bodies).toEqual([listing])
  })
}

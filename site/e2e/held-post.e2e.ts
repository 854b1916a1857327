import type { Page } from '@playwright/test'
import type { ListingInput } from '#domain/listings/listing.ts'
import { makeListing, postListing } from './support/listings.ts'
import { findNotice } from './support/managed-listings.ts'
import { fillPostForm, findPostForm, findToasts, openPostForm } from './support/post-form.ts'
import { serveAsStaticHost } from './support/static-host.ts'
import { expect, status, test } from './support/test.ts'

const why = /^very many listings are being posted right now, so we check yours before it is shown/
const until = /shown by \w{3}, \w{3} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M P[SD]T at the latest\./

/** A server whose next post is held, because the board has received as many as it shows at once. */
async function fillBoard(address: string): Promise<void> {
  for (const network of ['192.0.2.1', '198.51.100.1']) {
    const response = await fetch(`${address}/api/listings`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': network },
      body: JSON.stringify(makeListing({ contact: `${network}@example.org` })),
    })
    expect(response.status).toBe(201)
  }
}

async function post(page: Page, address: string, listing: ListingInput): Promise<void> {
  await page.goto(`${address}/post`)
  await fillPostForm(page, listing)
  await findPostForm(page).submit.click()
}

test('a held poster reads why and until when, and sees the listing, on the home page and at the manage link', async ({
  page,
  startOwnServer,
  expectFailedLoads,
}) => {
  // Nobody but the poster sees the page.
  expectFailedLoads(status(404))
  const { address } = await startOwnServer({ TOTAL_POSTS_PER_HOUR: '2' })
  await fillBoard(address)
  await openPostForm(page, address)
  const listing = makeListing({ category: 'gigs', subcategory: 'bounties', location: 'NYC' })
  await fillPostForm(page, listing)
  await findPostForm(page).submit.click()
  await expect(page).toHaveURL(`${address}/?city=NYC`)
  await expect(findToasts(page)).toContainText('Waiting for review')
  await expect(findToasts(page)).toContainText(until)
  const { region, link } = findNotice(page)
  await expect(region.getByText(why)).toBeVisible()
  await expect(region.getByText(until)).toBeVisible()
  await expect(region.getByRole('region', { name: 'your listing' })).toContainText(listing.title)
  await expect(region.getByText('A demo every Friday.')).toBeVisible()
  const border = await region.evaluate((notice) => {
    const bar = document.querySelector('.board')?.getBoundingClientRect().top ?? 0
    return bar - notice.getBoundingClientRect().bottom
  })
  expect(border, 'pixels between the notice and the line below it').toBeGreaterThan(8)

  await link.click()
  await expect(page.getByText(why)).toBeVisible()
  await expect(page.getByText(until).first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(listing.title)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a held poster reads why and until when, sees the listing, and edits it without the code', async ({
    page,
    startOwnServer,
  }) => {
    const { address } = await startOwnServer({ TOTAL_POSTS_PER_HOUR: '2' })
    await fillBoard(address)
    const listing = makeListing({ category: 'gigs', subcategory: 'bounties' })
    await post(page, address, listing)
    const notice = page.getByRole('status').filter({ visible: true })
    await expect(notice).toContainText('Waiting for review')
    await expect(notice.getByText(why)).toBeVisible()
    await expect(notice.getByText(until)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(listing.title)
    await expect(page.getByText('A demo every Friday.')).toBeVisible()

    await page.getByRole('button', { name: 'edit', exact: true }).click()
    await findPostForm(page).title.fill(`${listing.title} again`)
    await page.getByRole('button', { name: 'save', exact: true }).click()
    await expect(notice).toContainText(`“${listing.title} again” has been saved.`)
    await expect(notice.getByText(why)).toBeVisible()
    await expect(notice.getByText(until)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${listing.title} again`)
  })

  test('after a post, “edit” opens the form, a word tells that it was saved, and home shows it in its city', async ({
    page,
  }) => {
    const listing = makeListing({ location: 'NYC' })
    await post(page, '', listing)
    await page.getByRole('button', { name: 'edit', exact: true }).click()
    await findPostForm(page).title.fill(`${listing.title} again`)
    await page.getByRole('button', { name: 'save', exact: true }).click()
    await expect(page.getByText(`“${listing.title} again” has been saved.`)).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'home', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New York City')
    await expect(page.getByRole('link', { name: `${listing.title} again` })).toBeVisible()
  })

  test('the question whether a listing is yours begins with the code, not with the language', async ({
    page,
    request,
  }) => {
    const { id } = await postListing(request)
    await page.goto(`/listing/${id}`)
    await page.getByText('is this listing yours?').click()
    const controls = page.locator('details.manage').locator('input:visible, select:visible, button:visible')
    await expect(controls.first()).toHaveAttribute('name', 'token')
  })
})

for (const host of ['server', 'static host'] as const) {
  test(`after a post, the home page shows the city of the post and the listing on the ${host}`, async ({
    page,
  }) => {
    if (host === 'static host') await serveAsStaticHost(page)
    await openPostForm(page)
    const listing = makeListing({ location: 'NYC' })
    await fillPostForm(page, listing)
    await findPostForm(page).submit.click()
    await expect(page).toHaveURL('/?city=NYC')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New York City')
    await expect(findNotice(page).region.getByRole('link', { name: listing.title })).toBeVisible()
    const newest = page.getByRole('region', { name: 'newest in New York City' })
    if (host === 'server') await expect(newest.getByRole('link', { name: listing.title })).toBeVisible()
  })
}

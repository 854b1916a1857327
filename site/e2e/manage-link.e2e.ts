import type { Page } from '@playwright/test'
import {
  expireListing,
  findActions,
  findPanel,
  storeManagedListings,
  openDialog,
  postManagedListing,
} from './support/managed-listings.ts'
import { findPostForm, findToasts } from './support/post-form.ts'
import { expect, status, test } from './support/test.ts'
import { serveAsStaticHost } from './support/static-host.ts'

const readStored = (page: Page) => page.evaluate(() => localStorage.getItem('listings'))

test('a manage link lets another browser manage the listing, and disappears from the address bar', async ({
  page,
  request,
}) => {
  const own = await postManagedListing(request)
  const sent: string[] = []
  page.on('request', (each) => sent.push(`${each.url()} ${JSON.stringify(each.headers())}`))
  await page.goto(own.path)
  const { edit, renew, save, cancel } = findActions(findPanel(page))
  await expect(page).toHaveURL(`/listing/${own.id}`)
  await expect(findPanel(page)).toContainText('expires in 30 days')
  expect(
    sent.filter((line) => line.replace(/"authorization":"[^"]*"/, '').includes(own.manageToken)),
  ).toEqual([])
  expect(JSON.parse((await readStored(page)) ?? '')).toEqual([
    { id: own.id, token: own.manageToken, title: own.title },
  ])

  await edit.click()
  await cancel.click()
  await expect(edit).toBeFocused()
  await edit.click()
  await findPostForm(page).title.fill('another title')
  await save.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('another title')
  await expect(page).toHaveTitle(/^another title · /)
  await renew.click()
  await expect(findPanel(page).getByRole('status').last()).toHaveText(
    '“another title” has been renewed: it expires in 30 days.',
  )
  await page.reload()
  await expect(findPanel(page)).toContainText('expires in 30 days')
  const { row } = await openDialog(page)
  await expect(row('another title')).toContainText('expires in 30 days')
})

test('deleting a listing on its page leads to the home page', async ({ page, request }) => {
  const own = await postManagedListing(request)
  await page.goto(own.path)
  const { remove, confirm } = findActions(findPanel(page))
  await remove.click()
  await confirm.click()
  await expect(page).toHaveURL('/')
  await expect(findToasts(page)).toContainText('Your listing has been deleted.')
  expect((await request.get(`/api/listings/${own.id}`)).status()).toBe(404)
  expect(await readStored(page)).toBe('[]')
})

test('a wrong or incomplete manage link is reported, is not stored, and does not replace the stored one', async ({
  page,
  request,
  expectFailedLoads,
}) => {
  expectFailedLoads(status(403))
  const own = await postManagedListing(request)
  const wrong = `/listing/${own.id}#manage=${'w'.repeat(43)}`
  await page.goto(wrong)
  await expect(page.getByRole('alert')).toHaveText(
    'this manage link does not work for this listing: check that you copied all of it.',
  )
  // Without a valid token there is no panel.
  await expect(findPanel(page)).toHaveCount(0)
  expect(await readStored(page)).toBeNull()
  await storeManagedListings(page, [own])
  const stored = await readStored(page)
  await page.goto(wrong)
  await expect(findPanel(page)).toContainText('expires in 30 days')
  await expect(page.getByRole('alert')).toHaveText(
    'this manage link does not work. this browser remembers another one that does.',
  )
  // Typed into the address bar of the open page: only the fragment changes.
  await page.evaluate(() => location.assign('#manage=half'))
  await expect(page.getByRole('alert')).toHaveText('this manage link is incomplete: copy all of it.')
  await expect(page).toHaveURL(`/listing/${own.id}`)
  expect(await readStored(page)).toBe(stored)
  await page.reload()
  await expect(findPanel(page)).toContainText('expires in 30 days')
})

test('a manage link that the server cannot verify now is stored once it can', async ({
  page,
  request,
  expectFailedLoads,
}) => {
  expectFailedLoads(status(503))
  const own = await postManagedListing(request)
  await page.route(`/api/listings/${own.id}`, (route) => route.fulfill({ status: 503, body: 'not now' }))
  await page.goto(own.path)
  await expect(findPanel(page).getByRole('alert')).toHaveText('503: not now')
  expect(await readStored(page)).toBeNull()
  await page.unroute(`/api/listings/${own.id}`)
  await findActions(findPanel(page)).retry.click()
  await expect(findPanel(page)).toContainText('expires in 30 days')
  await expect(findPanel(page).getByRole('heading')).toBeFocused()
  expect(await readStored(page)).toContain(own.manageToken)
})

test('other visitors neither see nor load the panel', async ({ page, request }) => {
  const { id, title } = await postManagedListing(request)
  const requested: string[] = []
  page.on('request', (each) => requested.push(each.url()))
  await page.goto(`/listing/${id}`, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(findPanel(page)).toHaveCount(0)
  expect(requested.filter((url) => /ManageListing|\/api\//.test(url))).toEqual([])
})

test('an expired listing says so in an alert and hides its contact', async ({
  page,
  request,
  expectFailedLoads,
}) => {
  expectFailedLoads(status(410))
  const contact = 'canary@example.org'
  const own = await postManagedListing(request, { contact, description: `write to ${contact}` })
  await expireListing(own.id)
  const response = await page.goto(`/listing/${own.id}`)
  expect(response?.status()).toBe(410)
  expect(await response?.text()).not.toContain('canary')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expectExpired(page)
  await serveAsStaticHost(page)
  await page.goto(`/listing/${own.id}`)
  await expectExpired(page)
})

async function expectExpired(page: Page): Promise<void> {
  await expect(page.getByRole('alert').getByRole('heading', { level: 1 })).toHaveText(
    'this listing has expired',
  )
  await expect(page.getByRole('alert')).toContainText('it was shown until Mar 8, 2026.')
  await expect(page).toHaveTitle(/^this listing has expired · /)
  expect(await page.content()).not.toContain('canary')
}

test('an expired listing can be edited and renewed with its manage link', async ({
  page,
  request,
  expectFailedLoads,
}) => {
  expectFailedLoads(status(410))
  const own = await postManagedListing(request, { category: 'gigs', subcategory: 'bounties' })
  await expireListing(own.id)
  await page.goto(own.path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('this listing has expired')
  await expect(findPanel(page)).toContainText('expired on Mar 8, 2026')
  const { edit, save, renew } = findActions(findPanel(page))
  await edit.click()
  await findPostForm(page).title.fill('edited while expired')
  await save.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('this listing has expired')
  await renew.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('edited while expired')
  await expect(findPanel(page)).toContainText('expires in 45 days')
  expect((await request.get(`/listing/${own.id}`)).status()).toBe(200)
})

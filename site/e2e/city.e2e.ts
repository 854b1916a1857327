import type { Page } from '@playwright/test'
import { postListing } from './support/listings.ts'
import { waitForScript, findPostForm } from './support/post-form.ts'
import { findSearch } from './support/search.ts'
import { expect, test } from './support/test.ts'

const notice = 'these events are in San Francisco, not in New York City.'

async function expectCity(page: Page, name: string, current: string[]): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page).toHaveTitle(`${name} · founderlist`)
  const links = page.getByRole('list', { name: 'city' }).locator('[aria-current=true]')
  await expect(links).toHaveText(current)
}

test('a city chosen in the header is in the URL and remembered, and a city in the URL takes precedence', async ({
  page,
}) => {
  await page.goto('/')
  await expectCity(page, 'San Francisco', ['SF'])
  await page.getByRole('link', { name: 'NYC', exact: true }).click()
  await expect(page).toHaveURL('/?city=NYC')
  await expectCity(page, 'New York City', ['NYC'])
  await page.goto('/')
  await expectCity(page, 'New York City', ['NYC'])
  await page.goto('/?city=SF')
  await expectCity(page, 'San Francisco', ['SF'])
  await page.goto('/?city=LA')
  await expectCity(page, 'San Francisco', ['SF'])
})

test('the first view is for the chosen city before any script has loaded', async ({
  page,
  expectFailedLoads,
}) => {
  expectFailedLoads(/ERR_FAILED/)
  await page.route('/_astro/*', (route) => route.abort())
  await page.goto('/?city=nyc')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New York City')
  await expect(page.locator('[aria-current=true]')).toHaveText(['NYC'])
  await expect(page.getByText(notice)).toBeVisible()
  await expect(page.getByRole('link', { name: 'bounties' })).toHaveAttribute(
    'href',
    '/category/gigs/bounties?city=NYC',
  )
})

test('the home page for San Francisco links to listings in San Francisco', async ({ page, request }) => {
  const place = { category: 'gigs', subcategory: 'advisors wanted' } as const
  const west = await postListing(request, { ...place, location: 'SF' })
  const east = await postListing(request, { ...place, location: 'NYC' })
  await page.goto('/')
  await page.getByRole('link', { name: 'advisors wanted' }).click()
  await expect(page).toHaveURL('/category/gigs/advisors-wanted?city=SF')
  await expect(page.getByRole('link', { name: west.title })).toBeVisible()
  await expect(page.getByRole('link', { name: east.title })).toHaveCount(0)
})

test('links to categories keep the city, and the city can be removed there', async ({ page, request }) => {
  const place = { category: 'gigs', subcategory: 'contract work' } as const
  const west = await postListing(request, { ...place, location: 'SF' })
  const east = await postListing(request, { ...place, location: 'NYC' })
  await page.goto('/?city=NYC')
  await expectCity(page, 'New York City', ['NYC'])
  const gigs = page.getByRole('region', { name: 'gigs' })
  await expect(gigs.getByRole('heading').getByRole('link')).toHaveAttribute('href', '/category/gigs?city=NYC')
  await expect(
    page.getByRole('region', { name: 'founders' }).getByRole('link', { name: 'events', exact: true }),
  ).toHaveAttribute('href', '/events')
  await gigs.getByRole('link', { name: 'contract work' }).click()
  await expect(page).toHaveURL('/category/gigs/contract-work?city=NYC')
  await expect(page.getByRole('link', { name: east.title })).toBeVisible()
  await expect(page.getByRole('link', { name: west.title })).toHaveCount(0)
  const cities = page.getByRole('main').getByRole('list', { name: 'city' })
  await expect(cities.getByRole('link')).toHaveText(['SF', 'NYC', 'both'])
  await expect(cities.locator('[aria-current=true]')).toHaveText(['NYC'])
  await expect(page.locator('.crumbs').getByRole('link', { name: 'gigs' })).toHaveAttribute(
    'href',
    '/category/gigs?city=NYC',
  )
  const post = page.getByRole('banner').getByRole('link', { name: 'post', exact: true })
  await expect(post).toHaveAttribute('href', '/post?city=NYC&category=gigs&subcategory=contract-work')
  await cities.getByRole('link', { name: 'both', exact: true }).click()
  await expect(page).toHaveURL('/category/gigs/contract-work?city=both')
  await expect(page.getByRole('link', { name: west.title })).toBeVisible()
  await expect(page.getByRole('link', { name: east.title })).toBeVisible()
  await expect(cities.locator('[aria-current=true]')).toHaveText(['both'])
  await cities.getByRole('link', { name: 'SF', exact: true }).click()
  await expect(page).toHaveURL('/category/gigs/contract-work?city=SF')
  await expect(page.getByRole('link', { name: east.title })).toHaveCount(0)
})

test('the post form preselects the reader’s city, and keeps another choice', async ({ page }) => {
  await page.goto('/?city=NYC')
  await expectCity(page, 'New York City', ['NYC'])
  await page.getByRole('banner').getByRole('link', { name: 'post', exact: true }).click()
  await expect(page).toHaveURL('/post?city=NYC')
  const { location } = findPostForm(page)
  await expect(location).toHaveValue('NYC')
  await page.goto('/post')
  await expect(location).toHaveValue('NYC')
  await waitForScript(page)
  await location.selectOption('SF')
  await page.getByLabel('category', { exact: true }).selectOption('jobs')
  await expect(location).toHaveValue('SF')
})

test('a reader who chose New York is told that the events are in San Francisco', async ({ page }) => {
  for (const path of ['/', '/events']) {
    await page.goto(path)
    await expect(page.getByText(notice)).toBeHidden()
  }
  await page.goto('/?city=NYC')
  await expect(page.getByText(notice)).toBeVisible()
  await page.goto('/events')
  await expect(page.getByText(notice)).toBeVisible()
  await page.goto('/?city=SF')
  await expectCity(page, 'San Francisco', ['SF'])
  await expect(page.getByText(notice)).toBeHidden()
})

test('a search is limited to the reader’s city until the limit is removed', async ({ page, request }) => {
  const word = `c${crypto.randomUUID().slice(0, 8)}`
  const west = await postListing(request, { title: `${word} west`, location: 'SF' })
  const east = await postListing(request, { title: `${word} east`, location: 'NYC' })
  await page.goto('/?city=NYC')
  const { box, options, results } = findSearch(page)
  await box.fill(word)
  await expect(options).toHaveText([new RegExp(`^${east.title} \\(NYC\\)`)])
  await box.press('Enter')
  await expect(page).toHaveURL(`/?q=${word}&city=NYC`)
  const listings = results.getByRole('region', { name: 'listings' }).getByRole('link')
  await expect(listings).toHaveText([east.title])
  await expect(results).toContainText('events are in San Francisco: there are none in New York City.')
  await results.getByRole('link', { name: 'show both cities' }).click()
  await expect(page).toHaveURL(`/?q=${word}&city=both`)
  await expect(listings).toHaveText([east.title, west.title])
})

import { findCalendar, makeEvent, pickYear, storeEvents, unfold } from './support/events.ts'
import { makeListing, postListing } from './support/listings.ts'
import { fillPostForm, findPostForm } from './support/post-form.ts'
import { expect, status, test } from './support/test.ts'

test.use({ javaScriptEnabled: false })

// Inside a noscript Playwright's getByText finds exact texts only, not substrings.

test(
  'buttons change the calendar’s month, and its days link to their events',
  { tag: '@narrow' },
  async ({ page }) => {
    const year = pickYear()
    const event = makeEvent({ date: `${year}-01-01T20:30:00Z` })
    await storeEvents([event])
    await page.goto(`/?month=${year - 1}-12&city=SF`)
    const { region, month, grid } = findCalendar(page)
    await expect(month).toHaveText(`December ${year - 1}`)
    await region.getByRole('button', { name: 'next month' }).click()
    await expect(page).toHaveURL(/[?&]city=SF/)
    await expect(month).toHaveText(`January ${year}`)
    await unfold(page)
    for (const name of ['events today', 'events tomorrow'])
      await expect(page.getByRole('region', { name })).not.toContainText('Loading')
    await expect(grid).toHaveCount(0)
    await region.getByRole('link', { name: /January 1(, 1 event)?$/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Events for January 1, ${year}`)
    await expect(page.getByRole('status')).toHaveText('1 event')
    await page.getByRole('link', { name: event.title }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.title)
    await expect(page.locator('article time')).toHaveText(new RegExp(`January 1, ${year} at 12:30 PM PST$`))
    await expect(page.locator('article')).toContainText('Coffee.')
  },
)

test('fault 76: a form filters the list of events, which is split into pages', async ({ page }) => {
  const year = pickYear()
  const date = `${year}-03-01T20:00:00Z`
  const many = Array.from({ length: 60 }, (_, index) =>
    makeEvent({ date, title: `meeting ${index}`, location: 'Homebrew' }),
  )
  const other = makeEvent({ date, title: 'the other one', location: 'Zo House' })
  await storeEvents([...many, other])
  await page.goto(`/events/${year}-03-01`)
  await expect(page.getByText('61 events', { exact: true })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'date' })).toHaveValue('specific')
  await page.getByRole('combobox', { name: 'venue' }).selectOption('Homebrew')
  await page.getByRole('button', { name: 'show' }).click()
  await expect(page.getByText('60 events', { exact: true })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'venue' })).toHaveValue('Homebrew')
  const rows = page.getByRole('main').locator('ul.events > li')
  await expect(rows).toHaveCount(50)
  await page.getByRole('link', { name: 'more events' }).click()
  await expect(rows).toHaveCount(10)
  await expect(page.getByRole('link', { name: 'more events' })).toHaveCount(0)
  await page.goBack()
  await page.getByRole('combobox', { name: 'venue' }).selectOption('Zo House')
  await page.getByRole('button', { name: 'show' }).click()
  await expect(rows.getByRole('link', { name: 'the other one' })).toBeVisible()
  await page.getByRole('button', { name: 'clear all filters' }).click()
  await expect(page.getByRole('combobox', { name: 'date' })).toHaveValue('all')
})

test('a category and its listings can be read', async ({ page, request }) => {
  const { id, title, contact } = await postListing(request, {
    category: 'chat groups',
    subcategory: 'polygon ecosystem',
    description: 'one\n  two <b>',
  })
  await page.goto('/category/chat-groups/polygon-ecosystem')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('polygon ecosystem')
  await page.getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(`/listing/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  const texts = await page.locator('article .as-written').allInnerTexts()
  expect(texts).toEqual([contact, 'one\n  two <b>'])
  await expect(page.locator('astro-island').filter({ visible: true })).toHaveCount(0)
  await page.getByRole('link', { name: 'chat groups > polygon ecosystem' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('polygon ecosystem')
})

test('a category without listings says so', async ({ page }) => {
  await page.goto('/category/investors/foundations?city=NYC')
  await expect(page.getByText('no listings found in this category yet.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'post', exact: true })).toHaveAttribute(
    'href',
    '/post?city=NYC&category=investors&subcategory=foundations',
  )
  await page.getByRole('link', { name: 'be the first to post!' }).click()
  await expect(page).toHaveURL('/post?city=NYC&category=investors&subcategory=foundations')
  const { category, location } = findPostForm(page)
  await expect(location).toHaveValue('NYC')
  await expect(category).toHaveValue('investors')
})

test('the search form opens a page of results, in one city or both', async ({ page, request }) => {
  const word = `zebra${Math.random().toString(36).slice(2, 8)}`
  const listing = await postListing(request, { title: `a ${word} for founders`, location: 'NYC' })
  await page.goto('/')
  await page.getByRole('search').locator('input[name=q]').fill(word)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/\\?q=${word}`))
  await expect(page).toHaveTitle(new RegExp(`^results for “${word}”`))
  const results = page.getByRole('region', { name: `results for “${word}”` })
  await expect(results.getByRole('link', { name: listing.title })).toHaveAttribute(
    'href',
    `/listing/${listing.id}`,
  )
  await page.goto(`/?q=${word}&city=SF`)
  await expect(results.locator('p').first()).toHaveText('no results')
  await results.getByRole('link', { name: 'show both cities' }).click()
  await expect(results.getByRole('link', { name: listing.title })).toBeVisible()
  await page.goto(`/?q=${'x'.repeat(500)}`)
  await expect(
    page
      .getByRole('region', { name: /^results for/ })
      .locator('p')
      .first(),
  ).toHaveText('a search can have at most 200 characters.')
})

test('a link chooses the city, which filters a category', async ({ page, request }) => {
  const place = { category: 'gigs', subcategory: 'bounties' }
  const [here, there] = await Promise.all([
    postListing(request, { ...place, location: 'NYC' }),
    postListing(request, { ...place, location: 'SF' }),
  ])
  await page.goto('/')
  await page.getByRole('link', { name: 'NYC', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New York City')
  await expect(page).toHaveTitle(/^New York City · /)
  await expect(page.getByRole('link', { name: 'NYC', exact: true })).toHaveAttribute('aria-current', 'true')
  await expect(
    page
      .getByText('these events are in San Francisco, not in New York City.', { exact: true })
      .filter({ visible: true }),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'SF', exact: true })).not.toHaveAttribute('aria-current')
  await expect(page.getByRole('link', { name: 'post', exact: true })).toHaveAttribute(
    'href',
    '/post?city=NYC',
  )
  await page.getByRole('link', { name: 'bounties' }).click()
  await expect(page).toHaveURL('/category/gigs/bounties?city=NYC')
  const cities = page.getByRole('list', { name: 'city' }).filter({ visible: true })
  await expect(cities.locator('[aria-current=true]')).toHaveText('NYC')
  await expect(page.getByRole('link', { name: here.title })).toBeVisible()
  await expect(page.getByRole('link', { name: there.title })).toHaveCount(0)
  await expect(page.locator('.crumbs').getByRole('link', { name: 'gigs' })).toHaveAttribute(
    'href',
    '/category/gigs?city=NYC',
  )
  await cities.getByRole('link', { name: 'both', exact: true }).click()
  await expect(cities.locator('[aria-current=true]')).toHaveText('both')
  await expect(page.getByRole('link', { name: there.title })).toBeVisible()
  await cities.getByRole('link', { name: 'SF', exact: true }).click()
  await expect(page).toHaveURL('/category/gigs/bounties?city=SF')
  await expect(page.getByRole('link', { name: here.title })).toHaveCount(0)
})

test('while the database is down pages say so instead of seeming empty', async ({
  page,
  serverWithProxy,
  expectFailedLoads,
}) => {
  expectFailedLoads(status(503))
  serverWithProxy.proxy.cut()
  for (const [path, heading, text] of [
    ['/category/jobs/product', 'listings', 'listings cannot be loaded right now, try again in a moment'],
    [
      '/listing/00000000-0000-4000-8000-000000000000',
      'listing',
      'listings cannot be loaded right now, try again in a moment',
    ],
  ] as const) {
    const response = await page.goto(serverWithProxy.address + path)
    expect([response?.status(), response?.headers()['retry-after']]).toEqual([503, '5'])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.getByRole('alert')).toHaveText(text)
  }
})

test('a listing can be edited, renewed and deleted with its manage code', async ({
  page,
  expectFailedLoads,
}) => {
  expectFailedLoads(status(400), status(403), status(404))
  const listing = makeListing({ description: 'one\n\n"two"' })
  await page.goto('/post')
  await fillPostForm(page, listing)
  await findPostForm(page).submit.click()
  await expect(page).toHaveURL(/\/listing\/[0-9a-f-]{36}#manage=[\w-]{43}$/)
  const [path = '', token = ''] = page.url().split('#manage=')
  const summary = page.locator('.manage summary')
  const code = page.getByRole('textbox', { name: 'manage code' })
  const form = findPostForm(page)
  const save = page.getByRole('button', { name: 'save' })

  // The code comes first; the Enter key sends it.
  await summary.click()
  await expect(form.title).toHaveCount(0)
  await code.fill('a'.repeat(43))
  await code.press('Enter')
  await expect(page.getByRole('alert')).toContainText('this is not the manage link of this listing')
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(0)
  await code.fill(token)
  await page.getByRole('button', { name: 'open' }).click()
  await expect(form.contact).toHaveValue(listing.contact)

  // Errors are reported, and typed text stays.
  await form.title.fill('  ')
  await form.contact.fill('another contact')
  await code.fill('a'.repeat(43))
  await save.click()
  await expect(page.getByRole('alert')).toContainText('this is not the manage link of this listing')
  await expect(form.contact).toHaveValue('another contact')
  await code.fill(token)
  await save.click()
  await expect(form.title).toHaveAccessibleDescription(/enter a title$/)
  await expect(form.contact).toHaveValue('another contact')
  await form.title.fill('an edited title')
  await save.click()
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('an edited title')

  await summary.click()
  await code.fill(token)
  await code.press('Enter')
  await page.getByRole('button', { name: 'renew' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('an edited title')
  await summary.click()
  await code.fill(`http://127.0.0.1${path}#manage=${token}`)
  await code.press('Enter')
  const remove = page.getByRole('button', { name: 'delete for good' })
  await remove.click()
  await expect(page.getByRole('alert')).toContainText('tick the box to delete this listing')
  await page.getByRole('checkbox', { name: 'yes, delete this listing' }).check()
  await remove.click()
  await expect(page).toHaveURL('/')
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('listing not found')
})

import { makeEvent, pickYear, storeEvents } from './support/events.ts'
import { postListing } from './support/listings.ts'
import { expect, test } from './support/test.ts'

test.use({ javaScriptEnabled: false })

// Playwright finds a part of a text nowhere below a noscript, and a whole one there too: hence what stands around it.

test('the calendar turns by links, and its days lead to their events', async ({ page }) => {
  const year = pickYear()
  const event = makeEvent({ date: `${year}-01-15T20:30:00Z` })
  await storeEvents([event])
  await page.goto(`/?month=${year - 1}-12`)
  const calendar = page.getByRole('region', { name: 'calendar', exact: true })
  await expect(calendar.getByRole('heading')).toHaveText(`December ${year - 1}`)
  await calendar.getByRole('link', { name: 'next month' }).click()
  await expect(calendar.getByRole('heading')).toHaveText(`January ${year}`)
  for (const name of ['events today', 'events tomorrow'])
    await expect(page.getByRole('region', { name })).not.toContainText('Loading')
  await calendar.getByRole('link', { name: /January 15, 1 event$/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Events for January 15, ${year}`)
  await expect(page.getByText('1 event', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: event.title }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.title)
  await expect(page.locator('article time')).toHaveText(new RegExp(`January 15, ${year} at 12:30 PM PST$`))
  await expect(page.locator('article')).toContainText('Coffee.')
  await expect(page.locator('astro-island').filter({ visible: true })).toHaveCount(0)
})

test('the list of events is narrowed by a form, and comes page by page', async ({ page }) => {
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
  await page.getByRole('link', { name: 'clear all filters' }).click()
  await expect(page.getByRole('combobox', { name: 'date' })).toHaveValue('all')
})

test('a category and its listings are read', async ({ page, request }) => {
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
  const [description, contactText] = await page.locator('article .as-written').allInnerTexts()
  expect([description, contactText]).toEqual(['one\n  two <b>', contact])
  await expect(page.locator('astro-island').filter({ visible: true })).toHaveCount(0)
  await page.getByRole('link', { name: 'chat groups > polygon ecosystem' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('polygon ecosystem')
})

test('a category without listings says so', async ({ page }) => {
  await page.goto('/category/nobody-posts/here')
  await expect(page.locator('noscript > p').last()).toContainText('no listings found in this category yet.')
  await expect(page.getByRole('link', { name: 'be the first to post!' })).toHaveAttribute('href', '/post')
})

import type { Page } from '@playwright/test'
import { catalogue } from '#domain/listings/catalogue.ts'
import { findByTitle, makeListing } from './support/listings.ts'
import {
  waitForScript,
  fillPostForm,
  findPostForm,
  findToasts,
  pauseToast,
  openPostForm,
  readPostForm,
} from './support/post-form.ts'
import { expect, test } from './support/test.ts'

test('required fields have a visible mark that screen readers do not repeat', async ({ page }) => {
  await openPostForm(page)
  const { category, subcategory, location, title, description, contact } = findPostForm(page)
  await expect(page.getByText('* required', { exact: true })).toBeVisible()
  await category.selectOption('gigs')
  for (const [control, name] of [
    [category, 'category'],
    [subcategory, 'subcategory'],
    [location, 'location'],
    [title, 'title'],
    [description, 'description'],
    [contact, 'contact (email or phone)'],
  ] as const) {
    await expect(control).toHaveAccessibleName(name)
    await expect(control).toHaveAttribute('required')
    const mark = await control.evaluate((element: HTMLInputElement) => {
      const [label] = element.labels ?? []
      return label && getComputedStyle(label, '::after').content
    })
    expect(mark).toBe('" *" / ""')
  }
})

test('somebody posts a listing, finds it in its category, opens it and reads the contact', async ({
  page,
}) => {
  const { title } = makeListing()
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'post', exact: true }).click()
  await waitForScript(page)

  const form = findPostForm(page)
  await form.category.selectOption('resumes')
  await form.subcategory.selectOption('design ux')
  await form.title.fill(title)
  await form.description.fill('Ten years of quiet interfaces.\n\nAvailable now.')
  await form.contact.fill('+1 415 555 0100, ask for Ada')
  await form.submit.click()

  await expect(page).toHaveURL('/')
  await pauseToast(page)
  await expect(findToasts(page)).toHaveText(/^Success!\s*Your listing has been posted\./)
  await expect(findToasts(page)).toBeInViewport({ ratio: 1 })

  await page.getByRole('region', { name: 'resumes' }).getByRole('link', { name: 'design ux' }).click()
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByRole('article').getByText('SF', { exact: true })).toBeVisible()
  await expect(page.getByText('+1 415 555 0100, ask for Ada', { exact: true })).toBeVisible()
})

test('the form has the texts and options of the spec', async ({ page }) => {
  await openPostForm(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('post to founderlist')
  const form = findPostForm(page)
  await expect(form.title).toHaveAttribute('placeholder', 'listing title')
  await expect(form.description).toHaveAttribute('placeholder', 'describe your listing')
  await expect(form.description).toHaveJSProperty('tagName', 'TEXTAREA')
  await expect(form.contact).toHaveAttribute('placeholder', 'your contact info')
  await expect(form.submit).toHaveText('post listing')
  await expect(form.location).toHaveValue('SF')
  await expect(form.location.getByRole('option')).toHaveText(['SF', 'NYC'])
  await expect(form.category).toHaveValue('')
  await expect(form.category.getByRole('option')).toHaveText([/choose/, ...catalogue.map(({ name }) => name)])
})

test('the subcategories appear once a category is chosen, and are only those of that category', async ({
  page,
}) => {
  await openPostForm(page)
  const form = findPostForm(page)
  await expect(form.subcategory).toBeHidden()
  for (const { name, subcategories } of catalogue) {
    await form.category.selectOption(name)
    await expect(form.subcategory).toHaveValue('')
    await expect(form.subcategory.getByRole('option')).toHaveText([
      /choose/,
      ...subcategories.map((each) => each.name),
    ])
  }
  await form.category.selectOption('')
  await expect(form.subcategory).toBeHidden()
})

test('the subcategory of the previous category is not kept', async ({ page }) => {
  await openPostForm(page)
  const form = findPostForm(page)
  await form.category.selectOption('jobs')
  await form.subcategory.selectOption('marketing')
  await form.category.selectOption('resumes')
  await expect(form.subcategory).toHaveValue('')
})

test('the sidebar names the product and leads back home', async ({ page }) => {
  await openPostForm(page)
  const sidebar = page.getByRole('complementary')
  await expect(sidebar.getByText('founderlist', { exact: true })).toBeVisible()
  await sidebar.getByRole('link', { name: 'back to home' }).click()
  await expect(page).toHaveURL('/')
})

test('while the form is sent the button reads “posting...” and is disabled', async ({ page }) => {
  const sent = Promise.withResolvers<void>()
  await page.route('/api/listings', async (route) => {
    await sent.promise
    await route.continue()
  })
  await openPostForm(page)
  await fillPostForm(page, makeListing())
  const { submit } = findPostForm(page)
  await submit.click()
  await expect(submit).toHaveText('posting...')
  await expect(submit).toBeDisabled()
  sent.resolve()
  await expect(page).toHaveURL('/')
})

test('a double click posts once', async ({ page, request }) => {
  const listing = makeListing({ category: 'gigs', subcategory: 'bounties', location: 'NYC' })
  await openPostForm(page)
  await fillPostForm(page, listing)
  await findPostForm(page).submit.dblclick()
  await expect(findToasts(page)).toContainText('Success!')
  const posted = await findByTitle(request, listing)
  expect(posted).toMatchObject([{ title: listing.title, location: 'NYC' }])
})

test('the form can be used again after going back', async ({ page }) => {
  await openPostForm(page)
  await fillPostForm(page, makeListing())
  const { submit } = findPostForm(page)
  await submit.click()
  await expect(findToasts(page)).toContainText('Success!')
  await page.goBack()
  await waitForScript(page)
  await expect(submit).toBeEnabled()
  await fillPostForm(page, makeListing())
  await submit.click()
  await expect(findToasts(page)).toContainText('Success!')
})

// Headless Chromium has no back/forward cache: this simulates the event of a restored page.
const comeBack = (page: Page) =>
  page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))

test('a form restored from the back/forward cache while posting keeps its text and is enabled', async ({
  page,
}) => {
  await page.route('/api/listings', () => {})
  await openPostForm(page)
  const listing = makeListing()
  await fillPostForm(page, listing)
  const { submit } = findPostForm(page)
  await submit.click()
  await expect(submit).toBeDisabled()
  await comeBack(page)
  await expect(submit).toHaveText('post listing')
  await expect(submit).toBeEnabled()
  expect(await readPostForm(page)).toEqual(listing)
})

test('a form restored from the back/forward cache is empty if its listing was posted', async ({ page }) => {
  await openPostForm(page)
  await fillPostForm(page, makeListing())
  // With 204 the browser stays on this page.
  await page.route('/', (route) => route.fulfill({ status: 204 }))
  const { category, subcategory, title, submit } = findPostForm(page)
  const left = page.waitForResponse('/')
  await submit.click()
  await left
  await comeBack(page)
  await expect(submit).toBeEnabled()
  await expect(category).toHaveValue('')
  await expect(subcategory).toBeHidden()
  await expect(title).toHaveValue('')
})

test('typed text is restored after a reload and after Back, until it is posted', async ({ page }) => {
  const listing = makeListing({
    category: 'community',
    subcategory: 'XR/VR/AR/MR',
    location: 'NYC',
    description: `one\n\n${'ten thousand '.repeat(700)}`,
  })
  await openPostForm(page)
  await fillPostForm(page, listing)
  await page.reload()
  await waitForScript(page)
  await expect.poll(() => readPostForm(page)).toEqual(listing)

  await page.getByRole('complementary').getByRole('link', { name: 'back to home' }).click()
  await expect(page).toHaveURL(/\/(\?city=\w+)?$/)
  await page.goBack()
  await waitForScript(page)
  await expect.poll(() => readPostForm(page)).toEqual(listing)
  await openPostForm(page)
  await expect.poll(() => readPostForm(page)).toEqual(listing)

  await findPostForm(page).submit.click()
  await expect(page.getByText('Your listing has been posted.', { exact: true })).toBeVisible()
  await openPostForm(page)
  const { title, contact, category, subcategory } = findPostForm(page)
  await expect(title).toHaveValue('')
  await expect(contact).toHaveValue('')
  await expect(category).toHaveValue('')
  await expect(subcategory).toBeHidden()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(listing.contact)
})

test('a draft belongs to one tab and is never sent', async ({ page, context }) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData()}`))
  await openPostForm(page)
  const { contact, category } = findPostForm(page)
  await contact.fill('canary@example.org')
  await category.selectOption('jobs')
  await findPostForm(page).subcategory.selectOption('marketing')
  await category.selectOption('resumes')
  await page.reload()
  await waitForScript(page)
  await expect(contact).toHaveValue('canary@example.org')
  await expect(category).toHaveValue('resumes')
  // The previous category's subcategory is gone, although this category has one of the same name.
  await expect(findPostForm(page).subcategory).toHaveValue('')
  expect(sent.join('\n')).not.toContain('canary')
  const other = await context.newPage()
  await openPostForm(other)
  await expect(findPostForm(other).contact).toHaveValue('')
})

test('the optional fields are previewed, survive a reload and are shown on the listing', async ({ page }) => {
  const listing = makeListing({ category: 'housing', subcategory: 'sublets temporary' })
  await openPostForm(page)
  await fillPostForm(page, listing)
  const price = page.getByLabel('price in US dollars', { exact: true })
  await price.fill('lots')
  await page.getByLabel('price per', { exact: true }).selectOption('week')
  const preview = page.getByRole('region', { name: 'preview' })
  await expect(preview).toContainText(listing.title)
  await expect(preview.getByRole('definition')).toHaveCount(0)
  await findPostForm(page).submit.click()
  await expect(price).toHaveAttribute('aria-invalid', 'true')
  await price.fill('1,400')
  await expect(preview.getByRole('definition')).toHaveText('$1,400 a week')
  await page.reload()
  await waitForScript(page)
  await expect(price).toHaveValue('1,400')
  await expect(page.getByLabel('price per', { exact: true })).toHaveValue('week')
  await findPostForm(page).submit.click()
  const shown = page.getByRole('link', { name: /#manage=/ })
  await page.goto(((await shown.getAttribute('href')) ?? '').split('#')[0] ?? '')
  await expect(page.getByRole('definition')).toHaveText('$1,400 a week')
  await expect(page.getByText('fair housing laws').first()).toBeVisible()
})

test('a field emptied again leaves no draft, and an invalid draft is ignored', async ({ page }) => {
  await openPostForm(page)
  const { title, location, category } = findPostForm(page)
  await title.fill('a title')
  await title.fill('')
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  for (const kept of ['{"title":', '[]', '{"location":"LA","category":"no such","title":1}']) {
    await page.evaluate((text) => sessionStorage.setItem('listing-draft', text), kept)
    await openPostForm(page)
    await expect(title).toHaveValue('')
    await expect(location).toHaveValue('SF')
    await expect(category).toHaveValue('')
  }
})

import { catalogue } from '#domain/listings/catalogue.ts'
import { findByTitle, makeListing } from './support/listings.ts'
import { waitForScript, fillPostForm, findPostForm, findToasts, readPostForm } from './support/post-form.ts'
import { expect, status, test } from './support/test.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the form posts and leads to the listing’s page', async ({ page, request }) => {
    const listing = makeListing({
      category: 'founders',
      subcategory: 'guides tutorials',
      description: 'one\ntwo',
    })
    await page.goto('/post')
    await fillPostForm(page, listing)
    await findPostForm(page).submit.click()
    await expect(page).toHaveURL(/\/listing\/[0-9a-f-]{36}#manage=[\w-]{43}$/)
    const id = new URL(page.url()).pathname.split('/').at(-1)
    const stored = (await (await request.get(`/api/listings/${id}`)).json()) as object
    expect(stored).toMatchObject(listing)
    const notice = page.getByRole('status').filter({ visible: true })
    await expect(notice).toContainText('Success! Your listing has been posted.')
    await expect(notice).toContainText('keep the address of this page: it is your manage link')
    // The notice is shown once, and never to other visitors.
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(listing.title)
    await expect(notice).toHaveCount(0)
    expect(await (await request.get(`/listing/${id}`)).text()).not.toContain('<strong>Success!')
  })

  test('the optional fields depend on the category, and their errors are reported', async ({
    page,
    expectFailedLoads,
  }) => {
    expectFailedLoads(status(400))
    await page.goto('/post')
    const company = page.getByLabel('company', { exact: true })
    const price = page.getByLabel('price in US dollars', { exact: true })
    const date = page.getByLabel('date', { exact: true })
    for (const field of [company, price, date]) await expect(field).toBeHidden()
    const { category, subcategory, submit } = findPostForm(page)
    await category.selectOption('community')
    await subcategory.selectOption('events')
    await expect(date).toBeVisible()
    await category.selectOption('housing')
    await expect(date).toBeHidden()
    await expect(price).toBeVisible()
    await expect(page.getByRole('link', { name: 'your rights' })).toBeVisible()

    const listing = makeListing({ category: 'jobs', subcategory: 'product' })
    await fillPostForm(page, listing)
    await expect(price).toBeHidden()
    await expect(page.getByText(/require a pay range/)).toBeVisible()
    await company.fill('Acme')
    await page.getByLabel('pay from', { exact: true }).fill('a lot')
    await submit.click()
    await expect(page.getByText('pay from: enter an amount in figures').last()).toBeVisible()
    await expect(company).toHaveValue('Acme')
    await page.getByLabel('pay from', { exact: true }).fill('$85,000')
    await submit.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(listing.title)
    await expect(page.getByRole('definition')).toHaveText(['Acme', 'from $85,000 a year'])
  })

  test('the subcategories appear once a category is chosen, grouped by category', async ({ page }) => {
    await page.goto('/post')
    const { category, subcategory } = findPostForm(page)
    await expect(subcategory).toBeHidden()
    await category.selectOption('gigs')
    await expect(subcategory).toBeVisible()
    const groups = subcategory.locator('optgroup')
    expect(await groups.evaluateAll((all) => all.map((group) => group.getAttribute('label')))).toEqual(
      catalogue.map(({ name }) => name),
    )
  })

  test('errors are reported in a summary and at their fields, and no typed text is lost', async ({
    page,
    expectFailedLoads,
  }) => {
    expectFailedLoads(status(400))
    await page.goto('/post')
    const listing = makeListing({
      category: 'gigs',
      subcategory: 'legal',
      description: '\n"one"\n</textarea>',
    })
    await fillPostForm(page, listing)
    await findPostForm(page).submit.click()
    const summary = page.getByRole('alert')
    await expect(summary).toBeFocused()
    await expect(summary).toHaveText('there is a problemchoose a subcategory of gigs')
    const form = findPostForm(page)
    await summary.getByRole('link', { name: 'choose a subcategory of gigs' }).click()
    await expect(form.subcategory).toBeFocused()
    await expect(form.subcategory).toHaveAccessibleDescription('choose a subcategory of gigs')
    expect(await readPostForm(page)).toEqual({ ...listing, subcategory: '' })
    await form.subcategory.selectOption('bounties')
    await form.submit.click()
    await expect(page).toHaveURL(/\/listing\/[0-9a-f-]{36}/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(listing.title)
  })
})

test.describe('before the script has loaded', () => {
  let arrive: () => void

  test.beforeEach(async ({ page }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    arrive = resolve
    await page.route('/_astro/**', async (route) => {
      await promise
      await route.continue()
    })
    // The load event waits for the script.
    await page.goto('/post', { waitUntil: 'commit' })
  })

  test('the form posts like a plain form', async ({ page, request }) => {
    const listing = makeListing({ category: 'services', subcategory: 'legal', location: 'NYC' })
    await fillPostForm(page, listing)
    await findPostForm(page).submit.click()
    await expect(page).toHaveURL(/\/listing\//)
    arrive()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(listing.title)
    expect(await findByTitle(request, listing)).toHaveLength(1)
  })

  test('filled fields are kept when it loads', async ({ page }) => {
    const listing = makeListing({ category: 'services', subcategory: 'legal', location: 'NYC' })
    await fillPostForm(page, listing)
    const { subcategory, submit } = findPostForm(page)
    await subcategory.focus()
    arrive()
    await waitForScript(page)
    // The script's list has no groups.
    await expect(subcategory.locator('optgroup')).toHaveCount(0)
    await expect(subcategory).toBeFocused()
    expect(await readPostForm(page)).toEqual(listing)
    await submit.click()
    await expect(findToasts(page)).toContainText('Success!')
  })
})

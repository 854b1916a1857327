import { makeListing } from './support/listings.ts'
import { fillPostForm, findPostForm, openPostForm, readPostForm } from './support/post-form.ts'
import { collectRequests } from './support/requests.ts'
import { expect, test } from './support/test.ts'

test.beforeEach(async ({ page }) => {
  await openPostForm(page)
})

test('an empty form reports each missing field, lists them in a summary, and sends nothing', async ({
  page,
}) => {
  const sent = collectRequests(page)
  const form = findPostForm(page)
  await form.category.selectOption('')
  await form.submit.click()
  const faults = {
    category: 'choose a category',
    title: 'enter a title',
    description: 'enter a description',
    contact: 'enter your contact info: an email address or a phone number',
  } as const
  const summary = page.getByRole('alert')
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveText(Object.values(faults))
  for (const [name, words] of Object.entries(faults)) {
    const field = form[name as keyof typeof faults]
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(new RegExp(`${words}$`))
    await summary.getByRole('link', { name: words }).click()
    await expect(field).toBeFocused()
  }
  await expect(form.location).toHaveAttribute('aria-invalid', 'false')
  expect(sent.filter((address) => address.includes('/api/'))).toEqual([])
})

test('a missing subcategory is reported at its field and in the summary', async ({ page }) => {
  await fillPostForm(page, makeListing())
  const form = findPostForm(page)
  await form.category.selectOption('services')
  await form.submit.click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(['choose a subcategory of services'])
  await expect(form.subcategory).toHaveAccessibleDescription('choose a subcategory of services')
})

test('a field is no longer marked as invalid once it is edited, and the summary stays', async ({ page }) => {
  await fillPostForm(page, makeListing({ title: '' }))
  const form = findPostForm(page)
  await form.submit.click()
  await expect(form.title).toHaveAttribute('aria-invalid', 'true')
  await form.title.press('a')
  await expect(form.title).toHaveAttribute('aria-invalid', 'false')
  await expect(page.locator('.fault')).toHaveCount(0)
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(['enter a title'])
})

for (const { field, maximum, counted } of [
  { field: 'description', maximum: 10_000, counted: '10,001 characters, at most 10,000' },
] as const) {
  test(`a ${field} that is too long is refused at its field and kept as typed`, async ({ page }) => {
    const listing = makeListing({ [field]: '🙂'.repeat(60) + 'x'.repeat(maximum - 59) })
    await fillPostForm(page, listing)
    const form = findPostForm(page)
    await form.submit.click()
    await expect(page.getByRole('alert').getByRole('link')).toHaveText([`${field} is too long: ${counted}`])
    await expect(form[field]).toHaveAttribute('aria-invalid', 'true')
    expect(await readPostForm(page)).toEqual(listing)
  })
}

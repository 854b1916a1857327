import { makeListing } from './support/listings.ts'
import { fillPostForm, findPostForm, openPostForm, readPostForm } from './support/post-form.ts'
import { collectRequests } from './support/requests.ts'
import { expect, test } from './support/test.ts'

test.beforeEach(async ({ page }) => {
  await openPostForm(page)
})

test('an empty form reports each missing field, focuses the first, and sends nothing', async ({ page }) => {
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
  await expect(page.getByRole('alert')).toHaveText(Object.values(faults))
  for (const [name, words] of Object.entries(faults)) {
    const field = form[name as keyof typeof faults]
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(words)
  }
  await expect(form.category).toBeFocused()
  await expect(form.location).toHaveAttribute('aria-invalid', 'false')
  expect(sent.filter((address) => address.includes('/api/'))).toEqual([])
})

test('a missing subcategory is reported at its field, which gets the focus', async ({ page }) => {
  await fillPostForm(page, makeListing())
  const form = findPostForm(page)
  await form.category.selectOption('services')
  await form.submit.click()
  await expect(page.getByRole('alert')).toHaveText(['choose a subcategory of services'])
  await expect(form.subcategory).toBeFocused()
  await expect(form.subcategory).toHaveAccessibleDescription('choose a subcategory of services')
})

test('the first invalid field gets the focus', async ({ page }) => {
  await fillPostForm(page, makeListing({ title: '   ', contact: '' }))
  const form = findPostForm(page)
  await form.submit.click()
  await expect(page.getByRole('alert')).toHaveCount(2)
  await expect(form.title).toBeFocused()
})

test('a field is no longer marked as invalid once it is edited', async ({ page }) => {
  await fillPostForm(page, makeListing({ title: '' }))
  const form = findPostForm(page)
  await form.submit.click()
  await expect(form.title).toHaveAttribute('aria-invalid', 'true')
  await form.title.press('a')
  await expect(form.title).toHaveAttribute('aria-invalid', 'false')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

for (const { field, maximum, counted } of [
  { field: 'title', maximum: 140, counted: '141 characters, at most 140' },
  { field: 'description', maximum: 10_000, counted: '10,001 characters, at most 10,000' },
  { field: 'contact', maximum: 200, counted: '201 characters, at most 200' },
] as const) {
  test(`a ${field} that is too long is refused at its field and kept as typed`, async ({ page }) => {
    const listing = makeListing({ [field]: '🙂'.repeat(60) + 'x'.repeat(maximum - 59) })
    await fillPostForm(page, listing)
    const form = findPostForm(page)
    await form.submit.click()
    await expect(page.getByRole('alert')).toHaveText([`${field} is too long: ${counted}`])
    await expect(form[field]).toBeFocused()
    expect(await readPostForm(page)).toEqual(listing)
  })
}

import { makeListing } from './support/listings.ts'
import { waitForScript, findPostForm, findToasts } from './support/post-form.ts'
import { expect, status, test } from './support/test.ts'

test('on every page the first tab stop is a link to the content', async ({ page, expectFailedLoads }) => {
  expectFailedLoads(status(404))
  for (const path of ['/', '/post', '/category/jobs', '/about', '/apply', '/nothing']) {
    await page.goto(path)
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  }
})

test('a listing can be posted and opened by keyboard alone', async ({ page }) => {
  const { title } = makeListing()
  const form = findPostForm(page)
  const type = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'post', exact: true }).focus()
  await type('Enter')
  await expect(page).toHaveURL('/post')
  await waitForScript(page)
  await form.category.focus()
  // One letter only: the type-ahead of a select resets within a second.
  await type('g')
  await expect(form.category).toHaveValue('gigs')
  await expect(form.subcategory).toBeVisible()
  await type('Tab')
  await type('a')
  await expect(form.subcategory).toHaveValue('advisors wanted')
  await type('Tab')
  await page.keyboard.type('N')
  await expect(form.location).toHaveValue('NYC')
  await type('Tab')
  await page.keyboard.type(title)
  await type('Tab')
  await page.keyboard.type('first line')
  await type('Enter')
  await page.keyboard.type('second line')
  await type('Tab')
  await page.keyboard.type('ada@example.org')
  await type('Enter')
  await expect(findToasts(page)).toContainText('Success!')

  await page.getByRole('region', { name: 'gigs' }).getByRole('link', { name: 'advisors wanted' }).focus()
  await type('Enter')
  await page.getByRole('link', { name: 'NYC', exact: true }).focus()
  await type('Enter')
  await page.getByRole('link', { name: title }).focus()
  await type('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})

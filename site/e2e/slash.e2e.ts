import { findSearch } from './support/search.ts'
import { expect, test } from './support/test.ts'

test('the “/” shortcut can be switched off by keyboard, and stays off', async ({ page }) => {
  await page.goto('/')
  const { box } = findSearch(page)
  const slash = page.getByRole('checkbox', { name: 'press “/” to search' })
  const leave = page.getByRole('link', { name: 'post', exact: true })
  await expect(box).toHaveAttribute('aria-keyshortcuts', '/')
  await page.keyboard.press('/')
  await expect(box).toBeFocused()
  await slash.focus()
  await expect(slash).toBeChecked()
  await page.keyboard.press('Space')
  await expect(slash).not.toBeChecked()
  await expect(box).not.toHaveAttribute('aria-keyshortcuts')
  await leave.focus()
  await page.keyboard.press('/')
  await expect(leave).toBeFocused()

  await page.reload()
  await expect(slash).not.toBeChecked()
  await expect(box).toHaveRole('combobox')
  await leave.focus()
  await page.keyboard.press('/')
  await expect(leave).toBeFocused()

  await slash.press('Space')
  await leave.focus()
  await page.keyboard.press('/')
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('')
})

test('a phone does not show the switch for the “/” shortcut', async ({ browser, baseURL }) => {
  const phone = await browser.newContext({
    baseURL,
    viewport: { width: 390, height: 700 },
    isMobile: true,
    hasTouch: true,
  })
  try {
    const page = await phone.newPage()
    await page.goto('/')
    await expect(findSearch(page).box).toBeVisible()
    await expect(page.locator('.slash')).toBeHidden()
  } finally {
    await phone.close()
  }
})

import type { Page } from '@playwright/test'
import { makeListing } from './support/listings.ts'
import { awaitScript, findPostForm, findToasts } from './support/post-form.ts'
import { screens } from './support/screens.ts'
import { expect, status, test } from './support/test.ts'

for (const path of ['/', '/post', '/category/jobs', '/about', '/apply', '/nothing']) {
  test(`on ${path} the first stop skips to the content`, async ({ page, expectFailedLoads }) => {
    if (path === '/nothing') expectFailedLoads(status(404))
    await page.goto(path)
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })
}

for (const { name, failedLoads = [], isModal = false, open } of screens) {
  test(`on the screen “${name}” every control can be reached, and its focus is seen`, async ({
    page,
    request,
    expectFailedLoads,
  }) => {
    expectFailedLoads(...failedLoads.map(status))
    await open(page, request)
    const whole = page.locator(isModal ? 'dialog[open]' : 'body')
    const wanted = await whole
      .locator('a[href]:visible, button:enabled:visible, input:visible, select:visible, textarea:visible')
      // Of a grid's days the Tab key reaches one, and the arrows the others.
      .and(page.locator(':not([role=grid] [tabindex="-1"])'))
      .count()
    await whole.evaluate((element) => (element.tabIndex = -1))
    await whole.focus()
    const stops = await readStops(page, wanted)
    expect(stops.filter(({ isSeen }) => !isSeen)).toEqual([])
    expect(stops.filter(({ isControl }) => isControl)).toHaveLength(wanted)
  })
}

type Stop = { html: string; isControl: boolean; isSeen: boolean }

/** Every stop of the Tab key, once around. */
async function readStops(page: Page, wanted: number): Promise<Stop[]> {
  const stops: Stop[] = []
  const known = new Set<string>()
  for (let count = 0; count < wanted + 10; count += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return undefined
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      const { top, bottom, right, left } = element.getBoundingClientRect()
      const isOnScreen = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
      return {
        html: `${element.outerHTML.slice(0, 120)} ${Math.round(left)} ${Math.round(top + scrollY)}`,
        isControl: element.matches('a[href], button, input, select, textarea'),
        isSeen: isOnScreen && outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
      }
    })
    if (!stop) break
    if (!known.has(stop.html)) stops.push(stop)
    known.add(stop.html)
  }
  return stops
}

test('somebody posts a listing and opens it with the keyboard alone', async ({ page }) => {
  const { title } = makeListing()
  const form = findPostForm(page)
  const type = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'post', exact: true }).focus()
  await type('Enter')
  await expect(page).toHaveURL('/post')
  await awaitScript(page)
  await form.category.focus()
  await page.keyboard.type('gigs')
  await expect(form.category).toHaveValue('gigs')
  await expect(form.subcategory).toBeVisible()
  await type('Tab')
  await page.keyboard.type('adv')
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
  await page.getByRole('link', { name: title }).focus()
  await type('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})

import type { Page } from '@playwright/test'
import { makeListing } from './support/listings.ts'
import { fillPostForm, findPostForm, findToasts, pauseToast, openPostForm } from './support/post-form.ts'
import { expect, status, test } from './support/test.ts'

const someTime = new Date('2026-03-08T18:00:00Z')

async function postOne(page: Page): Promise<void> {
  await openPostForm(page)
  await fillPostForm(page, makeListing())
  await findPostForm(page).submit.click()
  await expect(page).toHaveURL('/')
  await pauseToast(page)
  await expect(findToasts(page)).toContainText('Success!')
  await expect(findToasts(page)).toBeInViewport({ ratio: 1 })
}

test('the success toast appears on the home page once', async ({ page }) => {
  await postOne(page)
  await expect(findToasts(page)).toHaveAttribute('data-variant', 'default')
  await page.reload({ waitUntil: 'networkidle' })
  await expect(findToasts(page)).toHaveCount(0)
})

test('the toast disappears after 5000 ms', async ({ page, expectFailedLoads }) => {
  expectFailedLoads(status(500))
  await page.clock.install({ time: someTime })
  await page.route('/api/listings', (route) => route.fulfill({ status: 500, body: '' }))
  await openPostForm(page)
  await fillPostForm(page, makeListing())
  await page.clock.pauseAt(new Date(someTime.getTime() + 600_000))
  await findPostForm(page).submit.click()
  // The body is empty, so the status text is shown.
  await expect(findToasts(page)).toContainText('500: Internal Server Error')
  await page.clock.runFor(4_999)
  await expect(findToasts(page)).toHaveCount(1)
  await page.clock.runFor(1)
  await expect(findToasts(page)).toHaveCount(0)
})

test('the success toast can be closed', async ({ page }) => {
  await postOne(page)
  await findToasts(page).getByRole('button', { name: 'close' }).click()
  await expect(findToasts(page)).toHaveCount(0)
})

test('F8 focuses the notification area, and Escape closes the toast and restores the focus', async ({
  page,
}) => {
  await postOne(page)
  const before = page.getByRole('banner').getByRole('link', { name: 'post', exact: true })
  await before.focus()
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(findToasts(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(findToasts(page)).toHaveCount(0)
  await expect(before).toBeFocused()
})

test('closing a focused toast leaves nothing focused if nothing was focused before', async ({ page }) => {
  await postOne(page)
  await page.keyboard.press('F8')
  await page.keyboard.press('Escape')
  await expect(findToasts(page)).toHaveCount(0)
  await expect(page.locator(':focus')).toHaveCount(0)
})

for (const height of [700, 225]) {
  test(
    `a long message scrolls within the toast, which stays in a window ${height} pixels high`,
    { tag: '@narrow' },
    async ({ page, expectFailedLoads }) => {
      expectFailedLoads(status(502))
      const body = `<html><title>502 Bad Gateway</title>${'<p>The proxy is sorry. '.repeat(150)}the end</html>`
      await page.route('/api/listings', (route) => route.fulfill({ status: 502, body }))
      await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height })
      await openPostForm(page)
      await fillPostForm(page, makeListing())
      await findPostForm(page).submit.click()
      await pauseToast(page)
      const toast = findToasts(page)
      await expect(toast).toBeInViewport({ ratio: 1 })
      expect((await toast.boundingBox())?.height).toBeLessThanOrEqual(0.6 * height)
      await expect(toast.getByText('Error', { exact: true })).toBeInViewport({ ratio: 1 })
      await expect(toast.getByRole('button', { name: 'close' })).toBeInViewport({ ratio: 1 })
      await expect(toast).toContainText(`502: ${body}`)

      await page.keyboard.press('F8')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      const text = toast.getByRole('group', { name: 'Error' })
      await expect(text).toBeFocused()
      await page.keyboard.press('End')
      const distanceToEnd = () =>
        text.evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)
      await expect.poll(distanceToEnd).toBeLessThan(2)
      await expect(toast.getByText('Error', { exact: true })).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Escape')
      await expect(findPostForm(page).submit).toBeFocused()
    },
  )
}

test(
  'a swipe of 50 pixels to the right closes the toast, a shorter one does not',
  { tag: '@narrow' },
  async ({ page }) => {
    await postOne(page)
    const box = await findToasts(page).boundingBox()
    const start = { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 20 }
    for (const { distance, left } of [
      { distance: 45, left: 1 },
      { distance: 55, left: 0 },
    ]) {
      await page.mouse.move(start.x, start.y)
      await page.mouse.down()
      await page.mouse.move(start.x + distance, start.y, { steps: 10 })
      await page.mouse.up()
      await expect(findToasts(page)).toHaveCount(left)
    }
  },
)

test('only one toast is shown at a time', async ({ page, expectFailedLoads }) => {
  expectFailedLoads(status(502))
  let count = 0
  await page.route('/api/listings', (route) => route.fulfill({ status: 502, body: `number ${(count += 1)}` }))
  await openPostForm(page)
  await fillPostForm(page, makeListing())
  for (const number of [1, 2, 3]) {
    await findPostForm(page).submit.click()
    await expect(findToasts(page)).toHaveText([new RegExp(`502: number ${number}`)])
  }
})

import { findBrowser } from './support/browser.ts'
import { postListing } from './support/listings.ts'
import { expect, test } from './support/test.ts'

// With the fallback of the system instead of test-fonts.conf, another font than the page's own.
const { env: { FONTCONFIG_FILE: _, ...env } = {}, ...options } = await findBrowser()
test.use({ launchOptions: { ...options, env } })

test(
  'nothing moves on a category when its font arrives after the text',
  { tag: '@narrow' },
  async ({ page, request }) => {
    const title = 'an engineer who likes long titles that fill a narrow line to its very last word'
    for (let count = 0; count < 6; count += 1)
      await postListing(request, {
        title: `${title.slice(0, 40 + 7 * count)} ${count}`,
        subcategory: 'marketing',
      })
    const { promise: isPainted, resolve } = Promise.withResolvers<void>()
    await page.route('**/*.woff2', async (route) => {
      await isPainted
      await route.continue()
    })
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto('/category/jobs/marketing', { waitUntil: 'commit' })
    await page.locator('.listings li').last().waitFor()
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 300))))
    resolve()
    await page.evaluate(async () => {
      await document.fonts.ready
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 300)))
    })
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([])
  },
)

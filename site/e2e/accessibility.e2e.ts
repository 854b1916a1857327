import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { screens } from './support/screens.ts'
import { expect, status, test } from './support/test.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']

for (const { name, failedLoads = [], isProgramme = false, open } of screens) {
  test(`the screen “${name}” has no fault that axe knows, in light and in dark`, async ({
    page,
    request,
    expectFailedLoads,
  }) => {
    expectFailedLoads(...failedLoads.map(status))
    await open(page, request)
    expect(await listViolations(new AxeBuilder({ page }).withTags(tags))).toEqual([])
    // In the dark nothing but the colours is another.
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await listViolations(new AxeBuilder({ page }).withRules(['color-contrast']))).toEqual([])
  })

  test(`the screen “${name}” is a whole page, and wide enough at any zoom and on paper`, async ({
    page,
    request,
    expectFailedLoads,
  }) => {
    expectFailedLoads(...failedLoads.map(status))
    await open(page, request)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.getByRole('main')).toHaveCount(1)
    expect(await page.getByRole('banner').count()).toBeLessThanOrEqual(1)
    await expect(page.getByRole('complementary')).toHaveCount(isProgramme ? 0 : 1)
    await expect(page.getByRole('contentinfo')).toHaveCount(isProgramme ? 1 : 0)
    await expect(page).toHaveTitle(/^\S.* · founderlist$/)
    await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /.{30,}/)
    expect(await readOverflow(page)).toEqual([])

    // 1280 by 900 at 400 %.
    await page.setViewportSize({ width: 320, height: 225 })
    expect(await readOverflow(page)).toEqual([])

    // A sheet of A5 with its margins.
    await page.setViewportSize({ width: 480, height: 700 })
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    expect(await readOverflow(page)).toEqual([])
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(31, 30, 28)')
    await expect(page.getByRole('complementary')).toBeHidden()
    await expect(page.getByRole('navigation').filter({ visible: true })).toHaveCount(0)
  })
}

async function listViolations(axe: AxeBuilder): Promise<string[]> {
  // The other mode is for pages with frames: it opens a second page to put the results together.
  const { violations } = await axe.setLegacyMode(true).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

/** What reaches beyond the right edge of the page. */
function readOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth,
    )
    return wide.map((element) => element.outerHTML.slice(0, 100))
  })
}

import type { Page } from '@playwright/test'
import type { Language } from '#domain/language.ts'
import { listFaults, listFaultsOfColour } from './engines.ts'
import { enlargeText, listOverflow, listSpilled, spaceText } from './layout.ts'
import type { Screen } from './screens.ts'
import { expect } from './test.ts'

/** 1280 by 900 at 400 %. */
export const zoomed = { width: 320, height: 225 }

/** Faults of axe and of pa11y’s engine: there are none in light, nor in dark. */
export async function expectNoFaults(page: Page, covered?: string[]): Promise<void> {
  expect.soft(await listFaults(page, covered)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect.soft(await listFaultsOfColour(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

/** What every page has, once. */
export async function expectWholePage(
  page: Page,
  { isProgramme }: Screen,
  language: Language = 'en',
): Promise<void> {
  await expect.soft(page.locator('html')).toHaveAttribute('lang', language)
  await expect.soft(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect.soft(page.getByRole('main')).toHaveCount(1)
  expect.soft(await page.getByRole('banner').count()).toBeLessThanOrEqual(1)
  await expect.soft(page.getByRole('complementary')).toHaveCount(isProgramme ? 0 : 1)
  await expect.soft(page.getByRole('contentinfo')).toHaveCount(isProgramme ? 1 : 0)
  await expect.soft(page).toHaveTitle(/^\S.* · founderlist$/)
  await expect.soft(page.locator('meta[name=description]')).toHaveAttribute('content', /.{30,}/)
}

/** Nothing is cut off at any zoom, nor with the text set apart. */
export async function expectRoom(page: Page): Promise<void> {
  const size = page.viewportSize()
  expect.soft(await listOverflow(page)).toEqual([])
  await page.setViewportSize(zoomed)
  expect.soft(await listOverflow(page)).toEqual([])
  await spaceText(page)
  expect.soft(await listOverflow(page)).toEqual([])
  expect.soft(await listSpilled(page)).toEqual([])
  await page.evaluate(() => (document.adoptedStyleSheets = []))
  await enlargeText(page)
  expect.soft(await listOverflow(page)).toEqual([])
  await page.evaluate(() => (document.adoptedStyleSheets = []))
  if (size) await page.setViewportSize(size)
}

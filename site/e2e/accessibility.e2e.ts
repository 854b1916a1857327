import type { APIRequestContext, Page } from '@playwright/test'
import type { Language } from '#domain/language.ts'
import { listFaults, listFaultsByAxe, listContrastFaults } from './support/accessibility-checks.ts'
import { runInLanguage } from './support/language.ts'
import {
  enlargeText,
  layOutAll,
  listAnimatedElements,
  listOverflow,
  listClippedElements,
  applyTextSpacing,
} from './support/layout.ts'
import { openWithoutScript, noScriptScreens } from './support/no-script-screens.ts'
import { type Screen, screens } from './support/screens.ts'
import { countControls, listWithoutOutline, readTabStops } from './support/tab-stops.ts'
import { expect, status, test } from './support/test.ts'

/** 1280 by 900 at 400 %. */
const zoomed = { width: 320, height: 225 }

test('both accessibility engines report known faults, including colour contrast', async ({ page }) => {
  await page.setContent('<img src="data:,"><p style="color: #ccc; background: #fff">pale</p>')
  const faults = await listFaults(page)
  for (const pattern of [/^image-alt: <img /, /^color-contrast: <p /, /\.1_1_1\.H37:/, /\.1_4_3\./])
    expect.soft(faults).toContainEqual(expect.stringMatching(pattern))
  const withoutImages = await listFaultsByAxe(page, ['img'])
  expect.soft(withoutImages).not.toContainEqual(expect.stringMatching(/^image-alt/))
  expect.soft(await listContrastFaults(page)).toEqual([expect.stringMatching(/^color-contrast/)])
})

for (const { screen, isPlain } of [
  ...screens.map((each) => ({ screen: each, isPlain: false })),
  ...noScriptScreens.map((each) => ({ screen: each, isPlain: true })),
]) {
  const name = `${isPlain ? 'without JavaScript ' : ''}the screen “${screen.name}” is accessible`
  const failedLoads = isPlain ? [] : (screen.failedLoads ?? []).map(status)
  const open = (page: Page, request: APIRequestContext, language: Language): Promise<void> =>
    isPlain
      ? openWithoutScript(page, { screen, language, request })
      : runInLanguage(page, language, () => screen.open(page, request))

  test(
    name,
    { tag: screen.isSparse ? [] : '@narrow' },
    async ({ page, request, expectFailedLoads }, { project }) => {
      const isPhone = project.name === 'phone'
      // The longest words on the narrowest screen. The other languages have the same markup and colours.
      const language = isPhone ? 'fr' : 'en'
      expectFailedLoads(...failedLoads)
      await open(page, request, language)
      await test.step('the page has a language, title, description and landmarks', () =>
        expectPageStructure(page, language))
      await test.step('every place in a text is filled', async () => {
        const texts = await page.locator('#main').evaluate((main) => {
          const copy = main.cloneNode(true) as Element
          for (const part of copy.querySelectorAll('script, style, textarea')) part.remove()
          return copy.textContent
        })
        expect.soft(texts).not.toMatch(/\{\w+\}/)
      })
      if (isPhone) {
        await test.step('axe finds no fault', async () =>
          expect.soft(await listFaultsByAxe(page, screen.covered)).toEqual([]))
      } else {
        await test.step('axe and pa11y find no fault, in light and in dark', () =>
          expectNoFaults(page, screen.covered))
        await test.step('nothing moves with reduced motion', async () =>
          expect.soft(await listAnimatedElements(page)).toEqual([]))
      }
      await test.step('nothing is cut off when zoomed, with spaced text or with large text', () =>
        expectNoOverflow(page))
      await test.step('the Tab key reaches every control, and the focus is visible', () =>
        expectTabStops(page, screen))
      await test.step('it is readable on paper', () => expectPrintable(page))
    },
  )
}

async function expectNoFaults(page: Page, covered?: string[]): Promise<void> {
  expect.soft(await listFaults(page, covered)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect.soft(await listContrastFaults(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Checks the language, title, description, and one h1 and one of each landmark. */
async function expectPageStructure(page: Page, language: Language): Promise<void> {
  await expect.soft(page.locator('html')).toHaveAttribute('lang', language)
  await expect.soft(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect.soft(page.getByRole('main')).toHaveCount(1)
  await expect.soft(page.getByRole('banner')).toHaveCount(1)
  await expect.soft(page.getByRole('contentinfo')).toHaveCount(1)
  await expect.soft(page).toHaveTitle(/^\S.* · founderlist$/)
  await expect.soft(page.locator('meta[name=description]')).toHaveAttribute('content', /.{30,}/)
}

/** Nothing overflows at 400 % zoom, with spaced text or with text twice as large. */
async function expectNoOverflow(page: Page): Promise<void> {
  const size = page.viewportSize()
  expect.soft(await listOverflow(page)).toEqual([])
  await page.setViewportSize(zoomed)
  expect.soft(await listOverflow(page)).toEqual([])
  await applyTextSpacing(page)
  expect.soft(await listOverflow(page)).toEqual([])
  expect.soft(await listClippedElements(page)).toEqual([])
  await page.evaluate(() => (document.adoptedStyleSheets = []))
  await enlargeText(page)
  expect.soft(await listOverflow(page)).toEqual([])
  await page.evaluate(() => (document.adoptedStyleSheets = []))
  if (size) await page.setViewportSize(size)
}

async function expectTabStops(page: Page, { isModal }: Screen): Promise<void> {
  const size = page.viewportSize()
  // At 400 % zoom sticky elements leave the least room.
  if (size && size.width <= zoomed.width) await page.setViewportSize(zoomed)
  const part = page.locator(isModal ? 'dialog[open]' : 'body')
  const wanted = await countControls(part)
  await layOutAll(page)
  const stops = await readTabStops(part, wanted)
  expect.soft(stops.filter(({ isInSight, hasOutline }) => !isInSight || !hasOutline)).toEqual([])
  expect.soft(stops.filter(({ isBackwards }) => isBackwards)).toEqual([])
  expect.soft(stops.filter(({ isControl }) => isControl)).toHaveLength(wanted)
  await page.emulateMedia({ forcedColors: 'active' })
  expect.soft(await listWithoutOutline(part)).toEqual([])
  await page.emulateMedia({ forcedColors: 'none' })
}

async function expectPrintable(page: Page): Promise<void> {
  // The printable area of A5 paper.
  await page.setViewportSize({ width: 480, height: 700 })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect.soft(await listOverflow(page)).toEqual([])
  await expect.soft(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.soft(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(27, 26, 23)')
  await expect
    .soft(page.getByRole('complementary').getByRole('button').filter({ visible: true }))
    .toHaveCount(0)
  await expect.soft(page.getByRole('navigation').filter({ visible: true })).toHaveCount(0)
}

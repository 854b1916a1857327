import type { Page } from '@playwright/test'
import { listFaults, listFaultsOfColour } from './support/engines.ts'
import { expectNoFaults, expectRoom, expectWholePage, zoomed } from './support/everybody.ts'
import { layOutAll, listMoving, listOverflow } from './support/layout.ts'
import { openPlain, plainScreens } from './support/plain-screens.ts'
import { type Screen, screens } from './support/screens.ts'
import { countControls, listWithoutOutline, readTabStops } from './support/tab-stops.ts'
import { expect, status, test } from './support/test.ts'

test('both engines find what is wrong, and of colours what is wrong with them', async ({ page }) => {
  await page.setContent('<img src="data:,"><p style="color: #ccc; background: #fff">pale</p>')
  const faults = await listFaults(page)
  for (const pattern of [/^image-alt: <img /, /^color-contrast: <p /, /\.1_1_1\.H37:/, /\.1_4_3\./])
    expect.soft(faults).toContainEqual(expect.stringMatching(pattern))
  expect.soft(await listFaults(page, ['img'])).not.toContainEqual(expect.stringMatching(/^image-alt/))
  const ofColours = await listFaultsOfColour(page)
  expect.soft(ofColours).toContainEqual(expect.stringMatching(/^color-contrast/))
  expect.soft(ofColours).not.toContainEqual(expect.stringMatching(/image-alt|1_1_1/))
})

for (const screen of screens) {
  const { name, failedLoads = [], open } = screen
  test(`the screen “${name}” is there for everybody`, async ({ page, request, expectFailedLoads }) => {
    expectFailedLoads(...failedLoads.map(status))
    await open(page, request)
    await expectEverybody(page, screen)
  })
}

for (const screen of plainScreens) {
  test(`without JavaScript the screen “${screen.name}” is there for everybody`, async ({ page, request }) => {
    await openPlain(page, { screen, language: 'en', request })
    await expectEverybody(page, screen)
  })
}

async function expectEverybody(page: Page, screen: Screen): Promise<void> {
  await test.step('it is a whole page', () => expectWholePage(page, screen))
  await test.step('axe and pa11y find no fault, in light and in dark', () =>
    expectNoFaults(page, screen.covered))
  await test.step('nothing moves for who wants none of it', async () =>
    expect.soft(await listMoving(page)).toEqual([]))
  await test.step('it is wide enough at any zoom, and with its text set apart', () => expectRoom(page))
  await test.step('every control is reached by the Tab key, and is seen then', () =>
    expectTabStops(page, screen))
  await test.step('on paper it is text', () => expectPaper(page))
}

async function expectTabStops(page: Page, { isModal }: Screen): Promise<void> {
  const size = page.viewportSize()
  // A small screen at 400 %: what sticks to an edge leaves least room there.
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

async function expectPaper(page: Page): Promise<void> {
  // A sheet of A5 with its margins.
  await page.setViewportSize({ width: 480, height: 700 })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect.soft(await listOverflow(page)).toEqual([])
  await expect.soft(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.soft(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(31, 30, 28)')
  // The home page's sidebar has the calendar and the events of two days.
  await expect.soft(page.locator('aside:not(.home)')).toBeHidden()
  await expect
    .soft(page.getByRole('complementary').getByRole('button').filter({ visible: true }))
    .toHaveCount(0)
  await expect.soft(page.getByRole('navigation').filter({ visible: true })).toHaveCount(0)
}

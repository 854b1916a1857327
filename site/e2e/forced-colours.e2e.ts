import type { Locator, Page } from '@playwright/test'
import { mockEvents, findCalendar, findWeekStrip, makeEvent, openHomeAt } from './support/events.ts'
import { fillPostForm, findPostForm, findToasts, pauseToast, openPostForm } from './support/post-form.ts'
import { makeListing } from './support/listings.ts'
import { mockSearches, findSearch, makeAnswer } from './support/search.ts'
import { expect, test } from './support/test.ts'

// The reader's colours replace the page's: a mark that is only a background becomes invisible.
test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })

const noon = '2026-11-21T20:00:00Z'

/** The visible styles of an element. A transparent background counts as the colour of the page. */
function readLooks(part: Locator): Promise<string> {
  return part.evaluate((element) => {
    const style = getComputedStyle(element)
    const background = style.backgroundColor.replace(/^rgba\((.+), 0\)$/, 'rgb($1)')
    const border = `${style.borderTopStyle} ${style.borderTopWidth} ${style.borderTopColor}`
    const line = style.textDecorationLine === 'none' ? '' : style.textDecorationThickness
    return [background, border, style.color, style.fontWeight, style.outlineStyle, line].join()
  })
}

async function expectMarked(marked: Locator, other: Locator): Promise<void> {
  expect(await readLooks(marked)).not.toBe(await readLooks(other))
}

async function expectEdge(part: Locator): Promise<void> {
  await expect(part).toHaveCSS('border-top-style', 'solid')
  await expect(part).not.toHaveCSS('border-top-width', '0px')
}

async function openSomeDays(page: Page): Promise<void> {
  await mockEvents(
    page,
    [19, 24].map((day) => makeEvent({ date: `2026-11-${day}T20:00:00Z` })),
  )
  await openHomeAt(page, noon)
}

test(
  'today and days with events differ from other days',
  { tag: '@narrow' },
  async ({ page }, { project }) => {
    await openSomeDays(page)
    const { today, grid } = findCalendar(page)
    if (project.name === 'phone') {
      const day = (name: string) => findWeekStrip(page).getByRole('link', { name })
      await expectMarked(day('Sat 21'), day('Sun 22'))
      await expectMarked(day('Tue 24, November 2026, 1 event'), day('Sun 22'))
    } else {
      await expectMarked(today, grid.getByRole('link', { name: 'November 20', exact: true }))
      await expectMarked(
        grid.getByRole('link', { name: 'November 19, 1 event' }),
        grid.getByRole('link', { name: 'November 20', exact: true }),
      )
      await grid.getByRole('link', { name: 'November 19, 1 event' }).focus()
      await page.getByRole('tooltip').waitFor()
      await expectEdge(page.locator('.tooltip'))
    }
  },
)

test('the active option and the chosen city differ from the others', async ({ page }) => {
  await mockSearches(page, makeAnswer(['Founding engineer', 'Desk'], []))
  await page.goto('/?city=NYC')
  const { box, options, active } = findSearch(page)
  const city = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })
  await expect(city('NYC')).toHaveAttribute('aria-current')
  await expectMarked(city('NYC'), city('SF'))
  await box.fill('found')
  await expect(options).toHaveCount(2)
  await box.press('ArrowDown')
  await expectMarked(active, options.last())
})

test('a toast has a border', async ({ page }) => {
  await page.route('/api/listings', (route) => route.fulfill({ status: 201, json: {} }))
  await openPostForm(page)
  await fillPostForm(page, makeListing())
  await findPostForm(page).submit.click()
  await pauseToast(page)
  await expectEdge(findToasts(page))
})

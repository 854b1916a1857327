import { listFaults, listContrastFaults, listLabelMismatches } from './support/accessibility-checks.ts'
import { mockEvents, findCalendar, findWeekStrip, makeEvent, openHomeAt } from './support/events.ts'
import { expect, test } from './support/test.ts'
import { readTree } from './support/tree.ts'

test(
  'a narrow home page begins with the week from today, and folds the month and tomorrow’s events',
  { tag: '@narrow' },
  async ({ page }) => {
    const on = (day: string, title: string) => makeEvent({ date: `2026-${day}T20:00:00Z`, title })
    await mockEvents(page, [
      on('11-21', 'of today'),
      on('11-22', 'of tomorrow'),
      on('11-27', 'of Friday'),
      on('12-02', 'of December'),
    ])
    // A Saturday.
    await openHomeAt(page, '2026-11-21T20:00:00Z')
    const strip = findWeekStrip(page)
    const list = (day: string) => page.getByRole('region', { name: `events ${day}`, exact: true })
    await expect(strip.getByRole('link', { name: 'Sat 21, November 2026, 1 event' })).toHaveAttribute(
      'aria-current',
      'date',
    )
    expect(await readTree(page, '.strip')).toEqual([
      'navigation “next 7 days”',
      '  list',
      ...[
        '“Sat 21, November 2026, 1 event”',
        '“Sun 22, November 2026, 1 event”',
        '“Mon 23, November 2026”',
        '“Tue 24, November 2026”',
        '“Wed 25, November 2026”',
        '“Thu 26, November 2026”',
        '“Fri 27, November 2026, 1 event”',
      ].flatMap((day) => ['    listitem level=1', `      link ${day}`]),
    ])
    await expect(list('today').getByRole('link')).toHaveText(['12:00 PM - of today'])
    await expect(list('tomorrow').getByRole('link')).toHaveText(['12:00 PM - of tomorrow'])
    const { region, month, grid } = findCalendar(page)
    await expect(grid.getByRole('link')).toHaveCount(30)
    await region.getByRole('button', { name: 'next month' }).click()
    await expect(month).toHaveText('December 2026')
    await expect(grid.getByRole('link', { name: 'December 2, 1 event' })).toBeVisible()
    await expect(list('today').getByRole('link')).toHaveText(['12:00 PM - of today'])
    expect(await listFaults(page)).toEqual([])
    expect(await listLabelMismatches(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await listContrastFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

    await page.reload()
    const community = page.getByRole('heading', { name: 'community' })
    const top = async (part: typeof grid) => (await part.boundingBox())?.y ?? Number.NaN
    expect(await top(strip)).toBeLessThan(await top(list('today')))
    expect(await top(list('today'))).toBeLessThan(await top(community))
    for (const part of [grid, list('tomorrow')]) await expect(part).toBeHidden()

    await strip.getByRole('link', { name: 'Fri 27' }).click()
    await expect(page).toHaveURL('/events/2026-11-27')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Events for November 27, 2026')
  },
)

test(
  'on a touch screen the “/” shortcut does not work and is not mentioned',
  { tag: '@narrow' },
  async ({ page }) => {
    await page.goto('/')
    const box = page.getByRole('combobox', { name: 'search listings and events' })
    await expect(box).toHaveAttribute('aria-expanded', 'false')
    await expect(box).not.toHaveAttribute('aria-keyshortcuts')
    await expect(page.getByRole('checkbox')).toHaveCount(0)
    await page.keyboard.press('/')
    await expect(box).not.toBeFocused()
  },
)

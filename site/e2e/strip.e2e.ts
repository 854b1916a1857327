import { listFaults, listFaultsOfColour, listFaultsOfNames } from './support/engines.ts'
import { answerEvents, makeEvent, openHomeAt } from './support/events.ts'
import { expect, test } from './support/test.ts'
import { readTree } from './support/tree.ts'

test(
  'a narrow home page leads with today, and a strip of days lists the day that is chosen',
  { tag: '@narrow' },
  async ({ page }) => {
    const on = (day: string, title: string) => makeEvent({ date: `2026-${day}T20:00:00Z`, title })
    await answerEvents(page, [
      on('11-21', 'of today'),
      on('11-22', 'of tomorrow'),
      on('11-27', 'of Friday'),
      on('12-02', 'of December'),
    ])
    await openHomeAt(page, '2026-11-21T20:00:00Z')
    const strip = page.getByRole('region', { name: 'calendar', exact: true })
    const list = (day: string) => page.getByRole('region', { name: `events ${day}`, exact: true })
    await expect(strip.getByRole('button', { name: 'Sat 21, November 2026, 1 event' })).toBeVisible()
    expect(await readTree(page, '.strip')).toEqual([
      'region “calendar”',
      '  button “previous week”',
      '  heading “November 2026” level=2 live=polite',
      '  button “next week”',
      '  list',
      ...[
        '“Sun 15, November 2026” pressed=false',
        '“Mon 16, November 2026” pressed=false',
        '“Tue 17, November 2026” pressed=false',
        '“Wed 18, November 2026” pressed=false',
        '“Thu 19, November 2026” pressed=false',
        '“Fri 20, November 2026” pressed=false',
        '“Sat 21, November 2026, 1 event” pressed=true',
      ].flatMap((day) => ['    listitem level=1', `      button ${day}`]),
      '  paragraph',
      '    link “all events on November 21”',
    ])
    await expect(list('today').getByRole('link')).toHaveText(['12:00 PM - of today'])
    await expect(page.getByRole('link', { name: 'post', exact: true })).toBeInViewport()
    await expect(list('today')).toBeInViewport()

    await strip.getByRole('button', { name: 'next week' }).click()
    await expect(strip.getByRole('button', { name: 'Sat 28, November 2026' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expect(list('November 28')).toContainText('no events scheduled')
    await strip.getByRole('button', { name: 'Fri 27, November 2026' }).click()
    await expect(list('November 27').getByRole('link')).toHaveText(['12:00 PM - of Friday'])
    await expect(list('tomorrow').getByRole('link')).toHaveText(['12:00 PM - of tomorrow'])

    // Over the end of a month by the keyboard: the focus stays where it is.
    await strip.getByRole('button', { name: 'next week' }).focus()
    await page.keyboard.press('Enter')
    await expect(strip.getByRole('button', { name: 'next week' })).toBeFocused()
    await strip.getByRole('button', { name: 'Wed 2, December 2026' }).click()
    await expect(strip.getByRole('heading')).toHaveText('December 2026')
    await expect(list('December 2').getByRole('link')).toHaveText(['12:00 PM - of December'])
    expect(await listFaults(page)).toEqual([])
    expect(await listFaultsOfNames(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await listFaultsOfColour(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  },
)

test(
  'where there are only fingers there is no “/” key, and nothing about it',
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

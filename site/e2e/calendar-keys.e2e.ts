import { mockEvents, findCalendar, makeEvent, openHomeAt } from './support/events.ts'
import { expect, test } from './support/test.ts'

test.beforeEach(async ({ page }) => {
  await mockEvents(page, [makeEvent({ date: '2026-02-28T20:00:00Z' })])
  await openHomeAt(page, '2026-01-31T20:00:00Z')
})

test('the grid is a single tab stop, initially on today', async ({ page }) => {
  const { region, grid, today } = findCalendar(page)
  await expect(grid.locator('[tabindex="0"]')).toHaveCount(1)
  await region.getByRole('button', { name: 'next month' }).focus()
  await page.keyboard.press('Tab')
  await expect(today).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(grid.locator(':focus')).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await expect(today).toBeFocused()
})

test('keys move the focus by day, week, month and year, across the ends of months', async ({ page }) => {
  const { grid, today, month } = findCalendar(page)
  await today.focus()
  const steps = [
    ['ArrowRight', '2026-02-01'],
    ['ArrowLeft', '2026-01-31'],
    ['ArrowDown', '2026-02-07'],
    ['ArrowUp', '2026-01-31'],
    ['Home', '2026-01-25'],
    ['End', '2026-01-31'],
    ['PageDown', '2026-02-28'],
    ['PageUp', '2026-01-28'],
    ['Shift+PageDown', '2027-01-28'],
    ['Shift+PageUp', '2026-01-28'],
    ['Shift+PageUp', '2025-01-28'],
    ['PageUp', '2024-12-28'],
    ['ArrowDown', '2025-01-04'],
    ['Home', '2025-01-01'],
  ] as const
  for (const [key, day] of steps) {
    await page.keyboard.press(key)
    await expect(grid.locator(':focus'), key).toHaveAttribute('href', `/events/${day}`)
    await expect(grid.locator('[tabindex="0"]'), key).toHaveAttribute('href', `/events/${day}`)
    await expect(grid.locator('[tabindex="0"]'), key).toHaveCount(1)
  }
  await expect(month).toHaveText('January 2025')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/events/2025-01-01')
})

test('a day keeps the focus when its events arrive', async ({ page }) => {
  const asked = Promise.withResolvers<void>()
  await page.route('/api/events?from=2026-02-01*', async (route) => {
    await asked.promise
    await route.fallback()
  })
  const { today, day } = findCalendar(page)
  await today.focus()
  await page.keyboard.press('PageDown')
  await expect(day('February 28')).toBeFocused()
  asked.resolve()
  await expect(day('February 28, 1 event')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(day('February 27')).toBeFocused()
})

test('arrow keys start from the focused day, even if it was focused by script', async ({ page }) => {
  const { day } = findCalendar(page)
  await day('January 10').focus()
  await page.keyboard.press('ArrowRight')
  await expect(day('January 11')).toBeFocused()
})

import { mockEvents, findCalendar, openHomeAt } from './support/events.ts'
import { expect, test } from './support/test.ts'

/** Instants at which another time zone, or a wrong calculation, would show another day. */
const moments = [
  ['the last second before midnight', '2026-11-22T07:59:59Z', 'November 2026', 'November 21'],
  ['midnight', '2026-11-22T08:00:00Z', 'November 2026', 'November 22'],
  ['the day that has 23 hours', '2026-03-09T06:59:59Z', 'March 2026', 'March 8'],
  ['the day after it', '2026-03-09T07:00:00Z', 'March 2026', 'March 9'],
  ['the day that has 25 hours', '2026-11-02T07:59:59Z', 'November 2026', 'November 1'],
  ['the day after that', '2026-11-02T08:00:00Z', 'November 2026', 'November 2'],
  ['the last second of a year', '2027-01-01T07:59:59Z', 'December 2026', 'December 31'],
  ['new year', '2027-01-01T08:00:00Z', 'January 2027', 'January 1'],
  ['a leap day', '2028-02-29T20:00:00Z', 'February 2028', 'February 29'],
] as const

for (const timezoneId of ['Asia/Tokyo', 'America/Los_Angeles']) {
  test.describe(`for a reader in ${timezoneId}`, () => {
    test.use({ timezoneId })

    test('fault 72: the calendar shows the current month and day in San Francisco', async ({ page }) => {
      await mockEvents(page, [])
      for (const [name, instant, month, today] of moments) {
        await openHomeAt(page, instant)
        const calendar = findCalendar(page)
        await expect(calendar.month, name).toHaveText(month)
        await expect(calendar.today, name).toHaveCount(1)
        await expect(calendar.today, name).toHaveAccessibleName(today)
        await expect(calendar.today, name).toHaveAttribute('aria-current', 'date')
      }
    })
  })
}

test('a tab left open overnight shows the new day when somebody comes back to it', async ({ page }) => {
  await mockEvents(page, [])
  await openHomeAt(page, '2026-12-01T07:59:00Z')
  const calendar = findCalendar(page)
  await expect(calendar.today).toHaveAccessibleName('November 30')
  await page.clock.setFixedTime('2026-12-01T16:00:00Z')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(calendar.today).toHaveAccessibleName('December 1')
  await expect(calendar.month).toHaveText('December 2026')
})

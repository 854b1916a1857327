import { mockEvents, findCalendar, makeEvent, openHomeAt, pickYear, storeEvents } from './support/events.ts'
import { expect, test } from './support/test.ts'
import { readTree } from './support/tree.ts'

const noon = '2026-03-11T19:00:00Z'
const march = [
  makeEvent({ title: 'Early coffee', date: '2026-03-14T15:00:00Z' }),
  makeEvent({ title: 'Pitch night', date: '2026-03-15T01:00:00Z' }),
  makeEvent({ title: 'After hours', date: '2026-03-15T06:59:59Z' }),
  makeEvent({ title: 'Next morning', date: '2026-03-15T07:00:00Z' }),
]

test('days with events are marked, and their names include the number of events', async ({ page }) => {
  const year = pickYear()
  // The first three are on one day in San Francisco: 8:00 AM, 3:59 PM (just before midnight in UTC) and 11:00 PM.
  await storeEvents([
    makeEvent({ date: `${year}-01-14T16:00:00Z` }),
    makeEvent({ date: `${year}-01-14T23:59:00Z` }),
    makeEvent({ date: `${year}-01-15T07:00:00Z` }),
    makeEvent({ date: `${year}-01-20T20:00:00Z` }),
  ])
  await openHomeAt(page, `${year}-01-10T20:00:00Z`)
  const { grid, day } = findCalendar(page)
  await expect(day('January 14, 3 events')).toHaveText('14')
  await expect(day('January 20, 1 event')).toHaveText('20')
  await expect(day('January 15')).toBeVisible()
  await expect(grid.getByRole('link', { name: /event/ })).toHaveCount(2)
  await expect(grid.getByRole('link')).toHaveCount(31)
})

test('a day leads to its events', async ({ page }) => {
  await mockEvents(page, march)
  await openHomeAt(page, noon)
  await findCalendar(page).day('March 14, 3 events').click()
  await expect(page).toHaveURL('/events/2026-03-14')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Events for March 14, 2026')
})

test('the buttons show the previous and the next month, across the end of a year', async ({ page }) => {
  await mockEvents(page, march)
  await openHomeAt(page, '2026-01-15T20:00:00Z')
  const { month, today, day, region } = findCalendar(page)
  await region.getByRole('button', { name: 'previous month' }).click()
  await expect(month).toHaveText('December 2025')
  await expect(today).toHaveCount(0)
  await expect(day('December 31')).toBeVisible()
  const next = region.getByRole('button', { name: 'next month' })
  for (const name of ['January 2026', 'February 2026', 'March 2026']) {
    await next.click()
    await expect(month).toHaveText(name)
  }
  await expect(day('March 14, 3 events')).toBeVisible()
})

test('hovering over a day shows its first events after 700 ms, and leaving hides them', async ({ page }) => {
  await mockEvents(page, [...march, makeEvent({ title: '<b>Bold</b> dinner', date: '2026-03-15T05:00:00Z' })])
  await openHomeAt(page, noon)
  const { day } = findCalendar(page)
  const tooltip = page.getByRole('tooltip')
  await expect(day('March 14, 4 events')).toBeVisible()
  const startedAt = performance.now()
  await day('March 14, 4 events').hover()
  await expect(tooltip).toHaveText(
    /8:00 AM - Early coffee.*6:00 PM - Pitch night.*10:00 PM - <b>Bold<\/b> dinner.*\+1 more/,
  )
  expect(performance.now() - startedAt).toBeGreaterThan(600)
  // The tooltip stays open for 300 ms, so that the pointer can reach it.
  await expect(async () => {
    await page.mouse.move(2, 2, { steps: 5 })
    await page.mouse.move(3, 3)
    expect(await tooltip.count()).toBe(0)
  }).toPass()
  await day('March 10').hover()
  await expect(page.locator('.tooltip')).toHaveCount(0)
})

test('focusing a day by keyboard shows its first events, and Escape hides them', async ({ page }) => {
  await mockEvents(page, march)
  await openHomeAt(page, noon)
  await expect(findCalendar(page).day('March 14, 3 events')).toBeVisible()
  await findCalendar(page).today.focus()
  for (let day = 12; day <= 14; day += 1) await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tooltip')).toContainText('8:00 AM - Early coffee')
  await expect(findCalendar(page).day('March 14, 3 events')).toHaveAccessibleDescription(/Early coffee/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
})

test('the accessibility tree has the calendar as a named grid of links with a heading', async ({ page }) => {
  await mockEvents(page, [makeEvent({ date: '2026-02-14T18:00:00Z' })])
  await openHomeAt(page, '2026-01-31T20:00:00Z')
  await findCalendar(page).region.getByRole('button', { name: 'next month' }).click()
  await expect(findCalendar(page).day('February 14, 1 event')).toBeVisible()
  const nameOf = (day: number) => (day === 14 ? 'February 14, 1 event' : `February ${day}`)
  // This month begins on a Sunday and has exactly four weeks.
  const weeks = [0, 7, 14, 21].map((before) => [1, 2, 3, 4, 5, 6, 7].map((day) => nameOf(before + day)))
  const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
  expect(await readTree(page, '.calendar')).toEqual([
    'region “calendar”',
    '  button “previous month”',
    '  heading “February 2026” level=2 live=polite',
    '  button “next month”',
    '  grid “February 2026”',
    '    rowgroup',
    `      row “${weekdays.join(' ')}”`,
    ...weekdays.map((weekday) => `        columnheader “${weekday}”`),
    ...weeks.flatMap((names) => [
      `    row “${names.join(' ')}”`,
      ...names.flatMap((name) => [`      gridcell “${name}”`, `        link “${name}”`]),
    ]),
  ])
})

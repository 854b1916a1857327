import { openDocument, openStudio, waitUntilSaved } from './support/studio.ts'
import { expect, test } from './support/test.ts'

/** Instants with another day or hour in other time zones, as form and lists show them in San Francisco time. */
const instants = [
  ['2030-06-01T07:00:00.000Z', 'Jun 1, 2030, 12:00 AM'],
  ['2030-11-01T01:30:00.000Z', 'Oct 31, 2030, 6:30 PM'],
  ['2031-01-01T07:59:00.000Z', 'Dec 31, 2030, 11:59 PM'],
  ['2030-03-10T09:59:00.000Z', 'Mar 10, 2030, 1:59 AM'],
  ['2030-03-10T10:00:00.000Z', 'Mar 10, 2030, 3:00 AM'],
  ['2030-11-03T07:00:00.000Z', 'Nov 3, 2030, 12:00 AM'],
  ['2030-11-03T09:30:00.000Z', 'Nov 3, 2030, 1:30 AM PST'],
] as const

const event = { _type: 'event', organizers: 'the founders community', location: 'Online' }

test('lists and form show the San Francisco day and time, at midnight and when clocks change', async ({
  page,
  lake,
}) => {
  const transaction = lake.client.transaction()
  for (const [index, [date]] of instants.entries())
    transaction.create({ ...event, _id: `event-${index}`, title: `Event ${index}`, date })
  await transaction.commit()
  await openStudio(page, 'events-upcoming')
  const soonestFirst = instants
    .map(([date, shown], index) => ({ date, title: `Event ${index}`, shown }))
    .toSorted((one, other) => (one.date < other.date ? -1 : 1))
  const rows = page.getByTestId('document-list-pane').getByRole('link')
  await expect(rows).toHaveText(
    soonestFirst.map(({ title, shown }) => `${title}${shown} · Online · ${event.organizers}`),
  )
  for (const [index, [, shown]] of instants.entries()) {
    await rows.filter({ hasText: `Event ${index}` }).click()
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(`Event ${index}`)
    await expect(page.getByRole('textbox', { name: 'Date and time' })).toHaveValue(shown)
  }
  await page.getByRole('option', { name: 'Events by day' }).click()
  for (const day of [
    'Mar 10, 2030 (2)',
    'Jun 1, 2030 (1)',
    'Oct 31, 2030 (1)',
    'Nov 3, 2030 (2)',
    'Dec 31, 2030 (1)',
  ])
    await expect(page.getByRole('option', { name: day })).toBeVisible()
})

test('a time typed on a day when clocks change is in San Francisco time', async ({ page, lake }) => {
  await lake.client.create({ ...event, _id: 'event', title: 'Event', date: '2030-01-01T20:00:00.000Z' })
  await openDocument(page, 'events-all;event')
  const date = page.getByRole('textbox', { name: 'Date and time' })
  for (const [typed, stored] of [
    ['Mar 10, 2030, 12:00 AM', '2030-03-10T08:00:00.000Z'],
    ['Mar 10, 2030, 11:30 PM', '2030-03-11T06:30:00.000Z'],
    ['Nov 3, 2030, 12:00 AM', '2030-11-03T07:00:00.000Z'],
    ['Nov 3, 2030, 1:30 AM PST', '2030-11-03T09:30:00.000Z'],
    ['Nov 3, 2030, 11:30 PM', '2030-11-04T07:30:00.000Z'],
    ['Oct 31, 2030, 6:30 PM', '2030-11-01T01:30:00.000Z'],
  ] as const) {
    await date.fill(typed)
    await date.press('Tab')
    await expect.poll(async () => (await lake.client.getDocument('drafts.event'))?.['date']).toBe(stored)
    await waitUntilSaved(page)
    await expect(date).toHaveValue(typed)
  }
})

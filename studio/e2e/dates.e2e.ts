import type { Page } from '@playwright/test'
import {
  findField,
  findPublish,
  openActions,
  openDocument,
  openStudio,
  publish,
  waitUntilSaved,
} from './support/studio.ts'
import { expect, test } from './support/test.ts'

const event = { _type: 'event', title: 'Demo night', organizers: 'the community', location: 'Online' }
const jan14 = '2030-01-15T02:00:00.000Z'

const findDate = (page: Page, name: string | RegExp = 'Date and time') => page.getByRole('textbox', { name })

/** The first such day after today, in Pacific time. */
function nextDecember11(): number {
  const [year, month, day] = new Date()
    .toLocaleDateString('en-CA', { timeZone: 'America/Los_Angeles' })
    .split('-')
  return `${month}-${day}` <= '12-11' ? Number(year) : Number(year) + 1
}

test('fault 90: a date in the Studio that cannot be read: Publish is off, the reason stands at the field', async ({
  page,
  lake,
}) => {
  await openStudio(page, 'events-upcoming')
  await page.getByTestId('action-intent-button').click()
  const date = findDate(page)
  await expect(date).toHaveValue('')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(event.title)
  await page.getByRole('textbox', { name: 'Organizers' }).fill(event.organizers)
  await page.getByRole('textbox', { name: 'Location' }).fill(event.location)
  await waitUntilSaved(page)
  await expect(findPublish(page)).toBeDisabled()

  const next = nextDecember11()
  const soonAndLate = [
    ['12/11/2030 7pm', 'Wed, Dec 11, 2030, 7:00 PM PST', '2030-12-12T03:00:00.000Z'],
    ['Dec 11, 7pm', `Dec 11, ${next}, 7:00 PM PST`, `${next}-12-12T03:00:00.000Z`],
  ] as const
  for (const [typed, words, stored] of soonAndLate) {
    await date.fill(typed)
    await expect(date).toHaveAccessibleDescription(new RegExp(words))
    await publish(page)
    const [published] = await lake.client.fetch('*[_type == "event" && !(_id in path("drafts.**"))]')
    expect(published).toMatchObject({ ...event, date: stored })
  }
  await date.fill('the 11th, at seven')
  await date.press('Tab')
  await expect(findField(page, 'date').getByText(/^This cannot be read as a date/)).toBeVisible()
  await expect(date).toHaveAttribute('aria-invalid', 'true')
  await expect(findPublish(page)).toBeDisabled()
})

test('fault 90: a text that cannot be read replaces the stored date: for other editors, after a reload, until it is discarded', async ({
  page,
  lake,
  openSecondPage,
}) => {
  await lake.client.create({ ...event, _id: 'event', date: jan14 })
  await openDocument(page, 'events-all;event')
  const date = findDate(page)
  await date.fill('2030-01-16 at 19 hours')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Another title')
  await waitUntilSaved(page)
  await expect(findPublish(page)).toBeDisabled()

  const second = await openSecondPage()
  await openDocument(second, 'events-all;event')
  await page.reload()
  for (const each of [page, second]) {
    await expect(findDate(each)).toHaveValue('2030-01-16 at 19 hours')
    await expect(findField(each, 'date').getByText(/^This cannot be read/)).toBeVisible()
    await expect(findPublish(each)).toBeDisabled()
  }
  expect(await lake.client.getDocument('event')).toMatchObject({ title: event.title, date: jan14 })

  await findDate(second).fill('2030-01-16 19:30')
  await expect(date).toHaveValue('Jan 16, 2030, 7:30 PM')
  await findDate(second).fill('soon')
  await expect(date).toHaveValue('soon')
  const menu = await openActions(page)
  await expect(menu.getByRole('menuitem', { name: 'Repeat weekly' })).toHaveCount(0)
  await menu.getByRole('menuitem', { name: /Discard/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Discard/ })
    .click()
  await expect(date).toHaveValue('Jan 14, 2030, 6:00 PM')
  expect(await lake.client.getDocument('event')).toMatchObject({ date: jan14 })
})

test('a skipped hour is not a date, a repeated one offers its second instant, and a chosen day keeps the time', async ({
  page,
  lake,
}) => {
  await lake.client.create({ ...event, _id: 'event', date: jan14 })
  await openDocument(page, 'events-all;event')
  const [date, field] = [findDate(page), findField(page, 'date')]
  const stored = async () => (await lake.client.getDocument('drafts.event'))?.['date']

  await date.fill('3/14/2027 2:30 AM')
  await expect(field.getByText(/^There is no such time on that day/)).toBeVisible()
  await expect(findPublish(page)).toBeDisabled()
  await field.getByRole('button', { name: 'Use Sun, Mar 14, 2027, 3:30 AM PDT' }).click()
  await expect.poll(stored).toBe('2027-03-14T10:30:00.000Z')

  await date.fill('Nov 7, 2027 1:30 AM')
  await expect.poll(stored).toBe('2027-11-07T08:30:00.000Z')
  await expect(field.getByText(/comes twice: this is the first/)).toBeVisible()
  await field.getByRole('button', { name: 'Use the other, 1:30 AM PST' }).click()
  await expect.poll(stored).toBe('2027-11-07T09:30:00.000Z')
  await expect(date).toHaveValue('Nov 7, 2027, 1:30 AM PST')

  await date.fill('2027-11-07 7:45 PM')
  await date.press('Tab')
  await field.getByRole('button', { name: 'Choose a day' }).click()
  await page.keyboard.press('Escape')
  await expect(field.locator('input[type=datetime-local]')).toHaveValue('2027-11-07T19:45')
  await field.locator('input[type=datetime-local]').fill('2027-11-09T19:45')
  await expect.poll(stored).toBe('2027-11-10T03:45:00.000Z')
  await date.fill('')
  await field.locator('input[type=date]').fill('2027-11-09')
  await expect(field.getByText('Add the time, such as “7 PM”')).toBeVisible()
  await waitUntilSaved(page)
  await expect(findPublish(page)).toBeDisabled()

  await page.getByRole('checkbox', { name: 'All day' }).click()
  await field.getByRole('button', { name: 'Use Tue, Nov 9, 2027' }).click()
  await expect.poll(stored).toBe('2027-11-09T08:00:00.000Z')
  await findDate(page, 'End').fill('Nov 8, 2027')
  await findDate(page, 'End').press('Tab')
  await expect(findField(page, 'end').getByText('The end must be after the beginning')).toBeVisible()
})

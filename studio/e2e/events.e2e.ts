import { findFooter, openActions, openDocument, openStudio, publish } from './support/studio.ts'
import { expect, test } from './support/test.ts'

const made = {
  _type: 'event',
  title: 'Demo night',
  date: '2030-03-10T02:30:00.000Z',
  organizers: 'the founders community',
  location: 'Frontier Tower, SOMA',
}

test('an event is created in San Francisco time, can be found, and its places are added to the location', async ({
  page,
  lake,
}) => {
  await openStudio(page, 'events-upcoming')
  await page.getByTestId('action-intent-button').click()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Demo night')
  const date = page.getByRole('textbox', { name: 'Date and time' })
  await expect(date).toHaveValue('')
  await date.fill('2030-03-09 6:30 PM')
  await date.press('Tab')
  await page.getByRole('textbox', { name: 'Organizers' }).fill('the founders community')
  await page.getByRole('combobox', { name: 'Venue' }).fill('Frontier')
  await page.getByRole('option', { name: /Frontier Tower/ }).click()
  await expect(page.getByRole('textbox', { name: 'Location' })).toHaveValue('Frontier Tower')
  await page.getByRole('combobox', { name: 'Neighborhood' }).selectOption('SOMA')
  await page.getByRole('button', { name: 'Add “SOMA”' }).click()
  await expect(page.getByRole('textbox', { name: 'Location' })).toHaveValue('Frontier Tower, SOMA')
  await expect(page.getByText('Not in the text yet:')).toHaveCount(0)
  await publish(page)

  const [event] = await lake.client.fetch('*[_type == "event"]')
  expect(event).toMatchObject({ ...made, venueRef: { _ref: 'venue-frontier-tower' }, neighborhood: 'SOMA' })
  await expect(date).toHaveValue('Mar 9, 2030, 6:30 PM')
  const row = page.getByTestId('document-list-pane').getByRole('link')
  await expect(row).toHaveText([/Demo night.*Mar 9, 2030, 6:30 PM · Frontier Tower, SOMA/])
  await page.getByPlaceholder('Search list').fill('dinner')
  await expect(row).toHaveCount(0)
  await page.getByPlaceholder('Search list').fill('demo')
  await expect(row).toHaveCount(1)
  await page.getByRole('button', { name: 'Open search' }).click()
  await page.getByRole('combobox', { name: /search/i }).fill('demo nig')
  await expect(page.getByRole('option', { name: /Demo night/ })).toBeVisible()
})

test('an event’s draft can be discarded, and the event unpublished and deleted', async ({ page, lake }) => {
  await lake.client.create({ ...made, _id: 'demo' })
  await openDocument(page, 'events-all;demo')
  const organizers = page.getByRole('textbox', { name: 'Organizers' })
  await organizers.fill('somebody else')
  await expect
    .poll(() => lake.client.getDocument('drafts.demo'))
    .toMatchObject({ organizers: 'somebody else' })
  await (await openActions(page)).getByRole('menuitem', { name: /Discard/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Discard/ })
    .click()
  await expect(organizers).toHaveValue('the founders community')
  expect(await lake.client.getDocument('drafts.demo')).toBeUndefined()

  await page.getByRole('button', { name: 'Published', exact: true }).click()
  await findFooter(page).getByRole('button', { name: 'Unpublish' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Unpublish/ })
    .click()
  await expect.poll(() => lake.client.getDocument('demo')).toBeUndefined()
  expect(await lake.client.getDocument('drafts.demo')).toMatchObject(made)

  await page.getByRole('button', { name: 'Draft', exact: true }).click()
  await expect(organizers).toHaveValue('the founders community')
  await (await openActions(page)).getByRole('menuitem', { name: 'Delete' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Delete/ })
    .click()
  await expect.poll(() => lake.client.fetch('*[_type == "event"]')).toEqual([])
  await expect(page.getByText('No documents of this type')).toBeVisible()
})

const weekly = { ...made, _id: 'weekly', title: 'Weekly breakfast', end: '2030-03-10T04:00:00.000Z' }

test('an event is cancelled and postponed by one action each, without publishing its draft', async ({
  page,
  lake,
}) => {
  await lake.client.create(weekly)
  await lake.client.create({ ...weekly, _id: 'drafts.weekly', organizers: 'not yet' })
  await openDocument(page, 'events-all;weekly')
  for (const [action, confirm, status] of [
    ['Cancel the event', 'Cancel the event', 'cancelled'],
    ['Postpone the event', 'Postpone the event', 'postponed'],
  ] as const) {
    await (await openActions(page)).getByRole('menuitem', { name: action }).click()
    await page.getByRole('dialog').getByRole('button', { name: confirm }).click()
    await expect
      .poll(() => lake.client.getDocument('weekly'))
      .toMatchObject({ status, organizers: made.organizers })
    expect(await lake.client.getDocument('drafts.weekly')).toMatchObject({ status, organizers: 'not yet' })
  }
  await expect(page.getByTestId('document-list-pane').getByRole('link')).toContainText(['POSTPONED'])
})

test('an event is repeated, changed with all later ones, and duplicated to a date', async ({
  page,
  lake,
}) => {
  await lake.client.create(weekly)
  await openDocument(page, 'events-all;weekly')
  await (await openActions(page)).getByRole('menuitem', { name: 'Repeat weekly' }).click()
  const dialog = page.getByRole('dialog')
  const weeks = dialog.getByLabel('Weeks')
  await weeks.fill('99')
  await dialog.getByRole('button', { name: 'Repeat' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Write a whole number from 1 to 52')
  await weeks.fill('3')
  await dialog.getByRole('button', { name: 'Repeat' }).click()
  const drafts =
    '*[_type == "event" && _id in path("drafts.**")] | order(date) { date, series, title, status }'
  // The clocks change on March 10.
  const dates = ['2030-03-17T01:30:00.000Z', '2030-03-24T01:30:00.000Z', '2030-03-31T01:30:00.000Z']
  await expect
    .poll(() => lake.client.fetch(drafts))
    .toMatchObject(
      dates.map((date) => ({
        date,
        series: expect.stringMatching(/^weekly-breakfast-/),
        status: 'scheduled',
      })),
    )

  await (await openActions(page)).getByRole('menuitem', { name: 'Repeat weekly' }).click()
  await weeks.fill('3')
  await dialog.getByRole('button', { name: 'Repeat' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('The series already has events on all those days')
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()

  const { series } = (await lake.client.getDocument('weekly')) as { series: string }
  await lake.client.create({ ...weekly, _id: 'drafts.undated', date: 'the week after', series })
  await (await openActions(page)).getByRole('menuitem', { name: 'Repeat weekly' }).click()
  await dialog.getByRole('button', { name: 'Repeat' }).click()
  await expect(page.getByText('One draft was made')).toBeVisible()
  await lake.client.delete({ query: '*[_id == "drafts.undated" || date > "2030-04"]' })

  await lake.client.patch('weekly').set({ title: 'Weekly dinner' }).commit()
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Weekly dinner')
  await (await openActions(page)).getByRole('menuitem', { name: 'Change all later events' }).click()
  await expect(dialog).toContainText('3 later events get everything')
  await dialog.getByRole('button', { name: 'Change them' }).click()
  await expect
    .poll(() => lake.client.fetch(drafts))
    .toMatchObject(dates.map((date) => ({ date, title: 'Weekly dinner' })))

  const published = '2030-03-17T01:30:00.000Z'
  await lake.client.create({ ...weekly, _id: 'later', date: published, series })
  await lake.client.create({ ...weekly, _id: 'drafts.weekly', title: '', series })
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('')
  await (await openActions(page)).getByRole('menuitem', { name: 'Change all later events' }).click()
  await dialog.getByRole('button', { name: 'Change them' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Publish this event first')
  expect(await lake.client.getDocument('later')).toMatchObject({ title: weekly.title })
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await lake.client.delete('drafts.weekly')
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Weekly dinner')

  await (await openActions(page)).getByRole('menuitem', { name: 'Duplicate to a date' }).click()
  await dialog.getByLabel('Day').fill('2030-07-04')
  await dialog.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page.getByRole('textbox', { name: 'Date and time' })).toHaveValue('Jul 4, 2030, 6:30 PM')
  await expect(page.getByRole('textbox', { name: 'End' })).toHaveValue('Jul 4, 2030, 8:00 PM')
})

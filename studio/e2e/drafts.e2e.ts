import { expect, type Page, test } from '@playwright/test'
import { findForm, openActions } from './support/studio.ts'
import { useWholeSite } from './support/whole-site.ts'

const readSite = useWholeSite()

const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day)

type Fields = Record<string, unknown>
const event = (_id: string, fields: Fields = {}) => ({
  _id,
  _type: 'event',
  title: `Event ${_id.replace('drafts.', '')}`,
  date: inDays(30).toISOString(),
  organizers: 'the founders community',
  location: 'Frontier Tower, SOMA',
  ...fields,
})

async function createAll(events: Array<ReturnType<typeof event>>): Promise<void> {
  const transaction = readSite().client.transaction()
  for (const each of events) transaction.create(each)
  await transaction.commit()
}

const countPublished = (filter: string) =>
  readSite().client.fetch<number>(`count(*[_type == "event" && !(_id in path("drafts.**")) && ${filter}])`)

function calendar(count: number): string {
  const written = (at: number) =>
    `${inDays(at / 20 + 2)
      .toISOString()
      .slice(0, 19)
      .replace(/[-:]/g, '')}Z`
  const lines = Array.from({ length: count }, (_, at) => [
    'BEGIN:VEVENT',
    `UID:bulk-${at}`,
    `DTSTART:${written(at)}`,
    `SUMMARY:Bulk ${at}`,
    'LOCATION:Here',
    'ORGANIZER;CN=The club:mailto:club@example.org',
    'END:VEVENT',
  ]).flat()
  return ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')
}

async function openDrafts(page: Page, words: string): Promise<void> {
  await page.goto(`${readSite().studio}/structure/drafts`)
  await page.getByLabel('Search drafts').fill(words)
}

const button = (page: Page, name: RegExp) => page.getByRole('button', { name })

test('all drafts of an import are published by one button and are on the site', async ({ page }) => {
  const { studio, address } = readSite()
  await page.goto(`${studio}/import`)
  await page.getByLabel(/file: \.ics/).setInputFiles({
    name: 'bulk.ics',
    mimeType: 'text/calendar',
    buffer: Buffer.from(calendar(300)),
  })
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Write drafts' }).click()
  const drafts = page.getByRole('region', { name: 'Drafts' })
  await expect(drafts.getByText('300 of 300 selected')).toBeVisible()
  await drafts.getByRole('button', { name: 'Publish (300)' }).click()
  await expect(drafts.getByText('300 of 300 published')).toBeVisible()
  await expect(drafts.getByText('There are no drafts')).toBeVisible()
  const listed = async () => {
    const answer = await page.request.get(`${address}/api/events`)
    return ((await answer.text()).match(/"Bulk \d+"/g) ?? []).length
  }
  await expect.poll(listed).toBe(300)
})

test('a range of drafts is published by keyboard, and those that cannot be are named', async ({ page }) => {
  const { client } = readSite()
  await createAll([
    ...Array.from({ length: 10 }, (_, at) => event(`drafts.pane-${at}`)),
    event('pane-10', { venueRef: { _type: 'reference', _ref: 'venue-frontier-tower' } }),
  ])
  await createAll([event('drafts.pane-10', { status: 'cancelled' })])
  const unknown = {
    _type: 'reference',
    _ref: 'nowhere',
    _weak: true,
    _strengthenOnPublish: { type: 'venue' },
  }
  await client.patch('drafts.pane-3').set({ organizers: '' }).commit()
  await client.patch('drafts.pane-4').set({ date: 'some day' }).commit()
  await client.patch('drafts.pane-5').set({ venueRef: unknown }).commit()
  await openDrafts(page, 'event pane-')
  await expect(page.getByText('0 of 11 selected')).toBeVisible()
  const boxes = page.getByRole('list').getByRole('checkbox')
  await boxes.first().focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('1 of 11 selected')).toBeVisible()
  await boxes.last().focus()
  await page.keyboard.press('Shift+Space')
  await expect(page.getByText('11 of 11 selected; publishing cancels events: 1')).toBeVisible()
  await button(page, /^Publish \(11\)/).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('8 of 11 published, 3 failed')).toBeVisible()
  const failures = page.getByRole('alert')
  await expect(failures).toContainText('Event pane-3: Organizers: ')
  await expect(failures).toContainText('Event pane-4: Date and time: ')
  await expect(failures).toContainText('Event pane-5: Venue: ')
  expect(await countPublished('title match "pane"')).toBe(8)

  await failures.getByRole('link', { name: 'Event pane-3' }).click()
  await page.getByRole('textbox', { name: 'Organizers' }).fill('the team')
  await page.getByRole('textbox', { name: 'Title' }).fill('Event pane-3 corrected')
  // Then the list has the revision that will be published.
  await expect(page.getByRole('listitem').getByText('Event pane-3 corrected')).toBeVisible()
  await expect(page.getByText('3 of 3 selected')).toBeVisible()
  await button(page, /^Publish \(3\)/).click()
  await expect(page.getByText('1 of 3 published, 2 failed')).toBeVisible()
})

test('changes are discarded and new drafts deleted once the editor has confirmed it', async ({ page }) => {
  const { client } = readSite()
  await createAll([event('gone-a'), event('drafts.gone-a', { price: '$5' }), event('drafts.gone-b')])
  await openDrafts(page, 'no such title')
  await expect(page.getByText('No draft has this text in its title')).toBeVisible()
  await expect(button(page, /^Publish/)).toHaveCount(0)
  await openDrafts(page, 'gone-')
  await page.getByRole('checkbox').first().click()
  const questions: string[] = []
  page.once('dialog', (dialog) => void dialog.dismiss())
  await button(page, /^Delete \(1\)/).click()
  expect(await client.getDocument('drafts.gone-b')).toBeDefined()
  page.on('dialog', (dialog) => {
    questions.push(dialog.message())
    void dialog.accept()
  })
  await button(page, /^Delete \(1\)/).click()
  await expect(page.getByText('1 of 1 deleted')).toBeVisible()
  await button(page, /^Discard changes \(1\)/).click()
  await expect(page.getByText('1 of 1 discarded')).toBeVisible()
  expect(questions).toEqual([
    'Delete these drafts (1)? They were never published and do not come back.',
    'Discard these drafts (1)? The published events stay as they are.',
  ])
  expect(await client.fetch('*[_id match "*gone-*"]{_id, price}')).toEqual([{ _id: 'gone-a', price: null }])
})

test('publishing 900 drafts shows its progress, and can be stopped and continued', async ({ page }) => {
  await createAll(Array.from({ length: 900 }, (_, at) => event(`drafts.many-${at}`)))
  await openDrafts(page, 'event many-')
  await page.getByRole('checkbox').first().click()
  await expect(page.getByText('900 of 900 selected')).toBeVisible()
  const held = Promise.withResolvers<void>()
  let requests = 0
  await page.route('**/data/actions/**', async (route) => {
    requests += 1
    if (requests === 2) await held.promise
    await route.continue()
  })
  await button(page, /^Publish \(900\)/).click()
  await expect(page.getByText('Publishing: 25 of 900')).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Publishing' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  held.resolve()
  await expect(page.getByText('50 of 900 published, stopped before the other 850')).toBeVisible()
  expect(await countPublished('title match "many"')).toBe(50)
  await button(page, /^Publish \(850\)/).click()
  await expect(page.getByText('850 of 850 published')).toBeVisible()
  expect(await countPublished('title match "many"')).toBe(900)
})

test('the drafts of a series are published from any of its events', async ({ page }) => {
  const { studio } = readSite()
  const series = { series: 'breakfast' }
  await createAll([event('first', series), ...[1, 2, 3].map((at) => event(`drafts.next-${at}`, series))])
  await page.goto(`${studio}/structure/events-all;first`)
  await expect(findForm(page).getByRole('textbox').first()).toBeEditable()
  await (await openActions(page)).getByRole('menuitem', { name: 'Drafts of the series' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Publish (3)' }).click()
  await expect(dialog.getByText('3 of 3 published')).toBeVisible()
  expect(await countPublished('series == "breakfast"')).toBe(4)
})

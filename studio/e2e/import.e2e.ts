import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { startOfDay } from '#domain/pacific.ts'
import { useWholeSite } from './support/whole-site.ts'

const readSite = useWholeSite({ IMPORT_LOOPBACK: 'allow' })

const day = 86_400_000
/** `20261204T183000`, some days from now. */
const soon = (days: number) =>
  `${new Date(Date.now() + days * day).toISOString().slice(0, 10).replaceAll('-', '')}T183000`

type Lines = Record<string, string>

function calendar(...events: Lines[]): string {
  const lines = events.flatMap((event) => [
    'BEGIN:VEVENT',
    ...Object.entries(event).map(([name, value]) => `${name}:${value}`),
    'END:VEVENT',
  ])
  return ['BEGIN:VCALENDAR', 'X-WR-CALNAME:The club', ...lines, 'END:VCALENDAR', ''].join('\r\n')
}

const listTitles = () =>
  readSite().client.fetch<string[]>('*[_type == "event" && defined(imported)] | order(title).title')

test('a calendar at a URL is imported as drafts, and compared with them when imported again', async ({
  page,
}) => {
  const { studio, client } = readSite()
  const dinner = { UID: 'dinner', DTSTART: soon(5), SUMMARY: 'Dinner', LOCATION: 'Zo House' }
  const talk = {
    UID: 'talk',
    DTSTART: soon(6),
    SUMMARY: 'Talk <script>alert(1)</script>',
    LOCATION: 'SHACK15',
  }
  const chess = { UID: 'chess', DTSTART: soon(7), SUMMARY: 'Chess', LOCATION: 'Homebrew' }
  let body = calendar(dinner, talk, chess)
  const server = createServer((_, response) => response.end(body)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/club.ics`
  await page.goto(`${studio}/import`)
  const preview = page.getByRole('region', { name: 'Preview' })
  const outcome = page.getByTestId('import-outcome')

  await test.step('a refused address is reported', async () => {
    await page.getByLabel('Address of a calendar').fill('http://10.0.0.1/')
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByRole('alert')).toHaveText(
      'This address is in a private network: only public addresses can be fetched',
    )
  })

  await test.step('the preview names the time zone, and ticked events are written as drafts', async () => {
    await page.getByLabel('Address of a calendar').fill(address)
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(outcome).toHaveText('3 new')
    await expect(
      preview.getByText('3 events have no zone: read as America/Los_Angeles, the default zone.'),
    ).toBeVisible()
    await preview.getByLabel('Time zone').fill('America/New_York')
    await preview.getByRole('button', { name: 'Read again' }).click()
    await expect(preview.getByText(/read as America\/New_York, as chosen for this source/)).toBeVisible()
    await preview.getByRole('checkbox', { name: 'Chess' }).uncheck()
    await preview.getByLabel('Import this address every hour').check()
    await preview.getByRole('button', { name: 'Write drafts' }).click()
    await expect(page.getByText('2 drafts were written')).toBeVisible()
    await expect(outcome).toHaveText('1 new, 2 unchanged')
    expect(await listTitles()).toEqual(['Dinner', 'Talk'])
  })

  await test.step('the import asks about events that an editor has changed', async () => {
    const [id] = await client.fetch<string[]>('*[title == "Talk"]._id')
    await client
      .patch(id ?? '')
      .set({ title: 'Ours' })
      .commit()
    body = calendar({ ...dinner, LOCATION: 'SHACK15' }, { ...talk, SUMMARY: 'Speech' })
    await page.reload()
    await page.getByLabel('Source', { exact: true }).selectOption('The club')
    await expect(page.getByLabel('Address of a calendar')).toHaveValue(address)
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(outcome).toHaveText('1 changed; waiting for a person: 1 edited by hand')
    await expect(preview.getByText('location: “Zo House” → “SHACK15”')).toBeVisible()
    await expect(preview.getByText('title: “Ours” → “Speech” (an editor has changed it)')).toBeVisible()
    await preview.getByLabel('Decision on Speech').selectOption('Keep ours')
    await preview.getByRole('button', { name: 'Write drafts' }).click()
    await expect(outcome).toHaveText('2 unchanged')
    expect(await listTitles()).toEqual(['Dinner', 'Ours'])
  })

  await test.step('the preview lists an event that the source has moved too far away, but not as gone', async () => {
    body = calendar({ ...dinner, DTSTART: soon(400) }, { ...talk, SUMMARY: 'Speech' })
    await preview.getByRole('button', { name: 'Read again' }).click()
    await expect(outcome).toHaveText('1 unchanged, 1 left out')
    await expect(preview.getByRole('heading', { name: 'Left out (1)' })).toBeVisible()
    await expect(preview.getByText(/^the source still has it, but /)).toBeVisible()
  })
  server.close()
})

test('the Studio appears once it knows its features, so that typed text is kept', async ({ page }) => {
  const { studio } = readSite()
  let answer: (() => void) | undefined
  const isHeld = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/features\?/, async (route) => {
    await isHeld
    await route.continue()
  })
  await page.goto(`${studio}/import`)
  await expect(page.getByRole('status')).toBeVisible()
  // Whatever is visible would be mounted again when the answer arrives.
  await expect(page.getByRole('link', { name: 'Moderation' })).toBeHidden()
  answer?.()
  const address = page.getByLabel('Address of a calendar')
  await address.fill('https://typed.example/')
  await page.getByRole('link', { name: 'Moderation' }).hover()
  await expect(address).toHaveValue('https://typed.example/')
})

test('a table is imported by its columns, and possible duplicates are held', async ({ page }) => {
  const { studio, client } = readSite()
  const date = new Date(Date.now() + 20 * day).toISOString().slice(0, 10)
  await client.create({
    _id: 'picnic',
    _type: 'event',
    title: 'Founders’ picnic',
    date: new Date(startOfDay(date).getTime() + 12 * 3_600_000).toISOString(),
    organizers: 'The team',
    location: 'Dolores Park',
  })
  await page.goto(`${studio}/import`)
  const file = {
    name: 'events.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Event,On,Venue\nPicnic of founders,${date} 12:15,"Dolores Park, SF"\nSwim,${date} 15:00,Aquatic Park\n`,
    ),
  }
  const preview = page.getByRole('region', { name: 'Preview' })
  await page.getByLabel(/file: \.ics/).setInputFiles(file)
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(preview.getByText('Choose the columns of the title and of the date')).toBeVisible()
  await expect(preview.getByRole('cell', { name: 'Aquatic Park' })).toBeVisible()
  await expect(preview.getByRole('button', { name: 'Write drafts' })).toBeDisabled()
  await preview.getByLabel('Date, with or without').selectOption('On')
  await preview.getByRole('button', { name: 'Use these columns' }).click()
  await expect(page.getByTestId('import-outcome')).toHaveText(
    '1 new; waiting for a person: 1 possible duplicate',
  )
  await expect(preview.getByText(/^looks like “Founders’ picnic”/)).toBeVisible()
  await preview.getByLabel('Decision on Picnic of founders').selectOption('It is the same: leave it')
  await preview.getByRole('button', { name: 'Write drafts' }).click()
  await expect(page.getByTestId('import-outcome')).toHaveText('1 unchanged, 1 ignored')
  expect(await listTitles()).toContain('Swim')

  await page.goto(`${studio}/structure/import-sources`)
  await page.getByRole('link', { name: /events\.csv/ }).click()
  await expect(page.getByTestId('field-lastRun.by').getByRole('textbox')).toHaveValue('Local editor')
  await page.goto(`${studio}/import`)
  await page.getByLabel('Source', { exact: true }).selectOption('events.csv')
  await expect(page.getByText(/ by Local editor: 1 new/)).toBeVisible()
})

test('the order of day and month in a table is found, shown and changed', async ({ page }) => {
  const { studio, client } = readSite()
  const next = new Date(Date.now() + 40 * day)
  const month = `${next.getUTCMonth() + 1}/${next.getUTCFullYear()}`
  const preview = page.getByRole('region', { name: 'Preview' })
  await page.goto(`${studio}/import`)
  await page.getByLabel(/file: \.ics/).setInputFiles({
    name: 'day-first.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`What,When,Whole\nChess,5/${month},yes\nCheckers,27/${month} 18h30,no\n`),
  })
  await page.getByRole('button', { name: 'Preview' }).click()
  await preview.getByLabel('Title').selectOption('What')
  await preview.getByLabel('Date, with or without').selectOption('When')
  await preview.getByLabel('All day, yes or no').selectOption('Whole')
  await preview.getByRole('button', { name: 'Use these columns' }).click()
  await expect(page.getByTestId('import-outcome')).toHaveText('2 new')
  await expect(preview.getByText(/were read with the day first, since “27\//)).toBeVisible()
  const order = preview.getByLabel('4/12 is')
  await expect(order.locator('option:checked')).toHaveText('Automatic: December 4')

  await order.selectOption('April 12')
  await preview.getByRole('button', { name: 'Use these columns' }).click()
  await expect(preview.getByText(/“27\/.* is not a valid date and time/)).toBeVisible()
  await order.selectOption('December 4')
  await preview.getByRole('button', { name: 'Use these columns' }).click()
  await preview.getByRole('button', { name: 'Write drafts' }).click()
  await expect(page.getByText('2 drafts were written')).toBeVisible()
  const first = startOfDay(`${next.toISOString().slice(0, 7)}-05`).toISOString()
  expect(await client.fetch('*[title == "Chess" && allDay == true].date')).toEqual([first])
  expect(await client.fetch('*[name == "day-first.csv"].dateOrder')).toEqual(['dmy'])
})

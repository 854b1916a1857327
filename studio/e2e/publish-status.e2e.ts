import { expect, type Page, test } from '@playwright/test'
// oxlint-disable-next-line no-restricted-imports -- all browser tests and measurements use the same browser
import { findBrowser } from '../../site/e2e/support/browser.ts'
import { invitePerson, listPeople, removePerson } from '../lake/people/owner-requests.ts'
import { joinWithPassword } from './support/session.ts'
import { useWholeSite, type WholeSite } from './support/whole-site.ts'

const readSite = useWholeSite()

const findPanel = (page: Page) => page.getByRole('status', { name: 'On the site' })
const findFooter = (page: Page) => page.getByTestId('pane-footer')

async function openDocument(page: Page, { studio }: WholeSite, place: string): Promise<void> {
  await page.goto(`${studio}/structure/${place}`)
  await expect(findPanel(page)).toContainText('Live')
}

test('the panel says that a page is live, and links to it, as soon as visitors see it', async ({ page }) => {
  const site = readSite()
  await openDocument(page, site, 'team')
  await page.getByTestId('field-title').getByRole('textbox').fill('the team')
  await expect(findPanel(page)).toContainText('is a draft until you publish it')
  await expect(findFooter(page)).toContainText('Live, with a draft')
  await findFooter(page).getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(findPanel(page)).toHaveText(
    /^Live: visitors see this\. Published by Local editor at \w+ \d+, [\d:]+ in San Francisco\.See the page$/,
  )
  await expect(findFooter(page).getByText('Live', { exact: true })).toBeVisible()
  await page.goto((await findPanel(page).getByRole('link').getAttribute('href')) ?? '')
  expect(page.url()).toBe(`${site.address}/team`)
  await expect(page.getByRole('heading', { name: 'the team' })).toBeVisible()
})

test('a published price appears on the page of a visitor in another browser', async ({
  page,
  browser,
}, testInfo) => {
  const site = readSite()
  // A separate browser process that shares no session with the editor's.
  const visitors = await browser.browserType().launch(await findBrowser())
  const visitor = await visitors.newPage()
  await visitor.goto(`${site.address}/sponsors`)
  await expect(visitor.getByRole('cell', { name: '$250K' })).toBeVisible()
  await openDocument(page, site, 'sponsors')
  await page.getByRole('tab', { name: 'Tiers' }).click()
  await page.getByRole('button', { name: /^Tier 2 Core/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('spinbutton', { name: 'Amount' }).fill('275000')
  await dialog.getByRole('button', { name: 'Close dialog' }).click()
  await expect(findFooter(page)).toContainText('Live, with a draft')
  const publish = findFooter(page).getByRole('button', { name: 'Publish', exact: true })
  await expect(publish).toBeEnabled()
  await expect(visitor.getByRole('cell', { name: '$250K' })).toBeVisible()

  const clickedAt = Date.now()
  await publish.click()
  await expect
    .poll(
      async () => {
        await visitor.reload()
        return visitor.getByRole('cell', { name: '$275K' }).count()
      },
      { intervals: [0] },
    )
    .toBe(1)
  const words = `${Date.now() - clickedAt} ms from the click on Publish to the visitor's page`
  testInfo.annotations.push({ type: 'time', description: words })
  process.stdout.write(`${words}\n`)
  await expect(findPanel(page)).toContainText('Live: visitors see this.')
  await visitors.close()
})

test('a deadline counts in the checklist, and is shown above the form, on home and in the calendar', async ({
  page,
}) => {
  const site = readSite()
  const day = `${new Date().getUTCFullYear() + 1}-12-18`
  await openDocument(page, site, 'programme')
  const checklist = page.getByText(/^Before launch: \d+%, \d+ of 18 questions and dates$/)
  await expect(checklist).toContainText('6 of 18')
  await page.getByRole('tab', { name: 'Dates' }).click()
  await page.getByTestId('field-closes').getByRole('textbox').fill(day)
  await page.keyboard.press('Tab')
  // It answers the question about the dates, too.
  await expect(checklist).toContainText('8 of 18')
  await findFooter(page).getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(findPanel(page)).toContainText('Live: visitors see this. Published by Local editor')
  for (const path of ['', 'apply']) {
    await page.goto(`${site.address}/${path}`)
    await expect(page.getByText(/^applications close \w+, Dec 18$/).first()).toBeVisible()
  }
  await page.getByRole('region', { name: 'dates of the loop' }).getByRole('link').click()
  await expect(page.getByRole('link', { name: 'Pre-accelerator: applications close' })).toBeVisible()
})

test('the panel says why the site cannot show a document, and names the document and the field', async ({
  page,
}) => {
  const site = readSite()
  await openDocument(page, site, 'sponsors')
  await site.client.patch('sponsors').set({ 'tiers[0].price': 'a lot' }).commit()
  await expect(findPanel(page)).toContainText(
    'Reason: sponsors: tiers[0] (Tier 1 Pilot).price: must be a number, not "a lot"',
  )
  await expect(findFooter(page)).toContainText('Not on the site')
  await site.client.patch('sponsors').set({ 'tiers[0].price': 150_000 }).commit()
  await expect(findPanel(page)).toContainText('Live: visitors see this.')
})

test('the panel links to an event’s page, and says that visitors no longer see the event', async ({
  page,
}) => {
  const site = readSite()
  const event = {
    _type: 'event',
    title: 'Demo day',
    date: '2026-12-01T02:00:00Z',
    organizers: 'the community',
    location: 'SHACK15',
  }
  await site.client.create({ ...event, _id: 'demo-day' })
  await openDocument(page, site, 'events-all;demo-day')
  const link = findPanel(page).getByRole('link')
  await expect(link).toHaveAttribute('href', new RegExp(`^${site.address}/event/[0-9a-f-]{36}$`))
  await site.client
    .transaction()
    .delete('demo-day')
    .create({ ...event, _id: 'drafts.demo-day' })
    .commit()
  await expect(findPanel(page)).toContainText('Visitors do not see this.')
})

test('the panel says who published, even when the person is no longer here', async ({ page, browser }) => {
  const site = readSite()
  const lake = { port: Number(new URL(site.studio).port), token: site.client.config().token ?? '' }
  const ana = await browser.newContext()
  await joinWithPassword(ana, site.studio, await invitePerson(lake, 'Ana', 'editor'))
  const anasPage = await ana.newPage()
  await openDocument(anasPage, site, 'contact')
  await anasPage.getByTestId('field-title').getByRole('textbox').fill('Write to Ana')
  await expect(findFooter(anasPage)).toContainText('Live, with a draft')
  await findFooter(anasPage).getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(findPanel(anasPage)).toContainText(/Published by Ana at \w+ \d+, [\d:]+ in San Francisco\./)
  for (const person of await listPeople(lake)) await removePerson(lake, person)
  await openDocument(page, site, 'contact')
  await expect(findPanel(page)).toContainText('Published by Ana at')
  await ana.close()
})

// This test is the last one because it stops the site.
test('the panel says if the site does not answer, and sends no request while its tab is hidden', async ({
  page,
}) => {
  const site = readSite()
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(`${site.address}/api/publishing/`)) requests.push(request.url())
  })
  await openDocument(page, site, 'about')
  expect(new Set(requests)).toEqual(new Set([`${site.address}/api/publishing/about`]))
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await page.waitForLoadState('networkidle')
  const before = requests.length
  await page.waitForTimeout(2_500)
  expect(requests).toHaveLength(before)
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(() => requests.length).toBeGreaterThan(before)
  await site.stop()
  await expect(findPanel(page)).toContainText(`The site does not answer at ${site.address}`)
})

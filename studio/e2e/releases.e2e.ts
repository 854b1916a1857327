import { expect, type Locator, type Page, test as base } from '@playwright/test'
import { type BrowserErrors, collectBrowserErrors } from './support/browser-errors.ts'
import { findField, findForm, openActions, waitUntilSaved } from './support/studio.ts'
import { useWholeSite } from './support/whole-site.ts'

const readSite = useWholeSite()

/** Each test ends with a clean console. */
const test = base.extend<{ browserErrors: BrowserErrors }>({
  browserErrors: [
    async ({ context }, use) => {
      const found: BrowserErrors = { errors: [], warnings: [], foreign: [] }
      collectBrowserErrors(context, found)
      await use(found)
      // The Studio asks by dry runs what it may do with a release, also just after this has been archived.
      expect(found.errors.filter((line) => !line.includes('409'))).toEqual([])
    },
    { auto: true },
  ],
})

// Wide enough for list, form and preview.
test.use({ viewport: { width: 1920, height: 900 }, actionTimeout: 90_000 })

const minute = 60_000

/** The next full minute that is at least 20 seconds ahead, as the Studio's dialogs take it. */
function soon(): string {
  const at = new Date(Math.ceil((Date.now() + minute / 3) / minute) * minute)
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: 'Europe/Berlin',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
  }).format(at)
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', timeStyle: 'short' }).format(at)
  return `${parts} ${time}`
}

async function enterTime(dialog: Locator): Promise<void> {
  const input = dialog.getByRole('textbox')
  await input.fill(soon())
  await input.blur()
}

const open = (page: Page, place: string) => page.goto(readSite().studio + place)

/** Opens a document and waits until its form can be used. */
async function openDocument(page: Page, place: string): Promise<void> {
  await open(page, `/structure/${place}`)
  await expect(findForm(page).getByRole('textbox').first()).toBeEditable()
}

async function createRelease(page: Page, title: string, type?: 'At time'): Promise<void> {
  await open(page, '/releases')
  await page.getByRole('button', { name: 'New release' }).first().click()
  if (type !== undefined) {
    await page.getByRole('button', { name: 'Approximate time of release' }).click()
    await page.getByRole('menuitem', { name: type }).click()
  }
  await page.getByPlaceholder('Untitled release').fill(title)
  await page.getByRole('button', { name: 'Create release' }).click()
  await expect(page.getByRole('button', { name: 'Add document' })).toBeVisible()
}

async function addDocument(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add document' }).click()
  // The search reads the text of the documents, not the names of their types.
  // It opens with the words of the search before.
  await page.getByPlaceholder('Search', { exact: true }).fill(name.split(' ')[0]?.toLowerCase() ?? '')
  await page.getByTestId('search-results').getByText(name, { exact: true }).first().click()
  await expect(page.getByTestId('table-row').filter({ hasText: name })).toBeVisible()
}

async function readSitePage(path: string): Promise<string> {
  return (await fetch(`${readSite().address}${path}`)).text()
}

/** For the content of the site, which follows in seconds, or at the scheduled minute. */
const onSite = (path: string) =>
  expect.poll(() => readSitePage(path), { timeout: 3 * minute, intervals: [1_000] })

test('a release with two documents is previewed, published at its time, and reverted', async ({ page }) => {
  await createRelease(page, 'Autumn', 'At time')
  const release = page.url()
  await addDocument(page, 'Sponsors page')
  await addDocument(page, 'Team page')

  for (const name of ['sponsors', 'team']) {
    await openDocument(page, `${name}${new URL(release).search}`)
    await findField(page, 'title').getByRole('textbox').fill(`${name} in autumn`)
    await waitUntilSaved(page)
  }
  await page
    .getByRole('link', { name: 'Preview' })
    .or(page.getByRole('tab', { name: 'Preview' }))
    .first()
    .click()
  const preview = page.frameLocator('iframe')
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('team in autumn')
  await preview.getByRole('navigation').getByRole('link', { name: 'sponsors' }).click()
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('sponsors in autumn')
  expect(await readSitePage('/team')).not.toContain('in autumn')

  await page.goto(release)
  await page.getByRole('button', { name: 'Schedule release' }).click()
  const dialog = page.getByTestId('confirm-schedule-dialog')
  await enterTime(dialog)
  await dialog.getByRole('button', { name: 'Yes, schedule' }).click()
  await expect(page.getByRole('button', { name: 'Unschedule release' })).toBeVisible()
  expect(await readSitePage('/team')).not.toContain('in autumn')
  await expect(page.getByText(/^Published on /)).toBeVisible({ timeout: 3 * minute })
  await onSite('/team').toContain('team in autumn')
  await onSite('/sponsors').toContain('sponsors in autumn')

  await page.getByRole('button', { name: 'Revert release' }).click()
  await page.getByText('Immediately revert the release').click()
  await page.getByRole('button', { name: 'Revert now' }).click()
  await onSite('/team').not.toContain('in autumn')
  await onSite('/sponsors').not.toContain('in autumn')
})

test('a release is archived, restored, and deleted', async ({ page }) => {
  await createRelease(page, 'Winter')
  await addDocument(page, 'About page')
  const chooseAction = async (name: string, confirm: RegExp) => {
    await page.getByTestId('release-menu-button').click()
    await page.getByRole('menuitem', { name }).click()
    await page.getByRole('dialog').getByRole('button', { name: confirm }).click()
  }
  await chooseAction('Archive release', /archive/i)
  await expect(page.getByText('This release is archived')).toBeVisible()
  expect(await readSite().client.fetch('*[_id in path("versions.**")]')).toEqual([])
  await page.getByTestId('release-menu-button').click()
  await page.getByRole('menuitem', { name: 'Unarchive release' }).click()
  await expect(page.getByRole('button', { name: 'Run release' })).toBeVisible()
  await expect(page.getByTestId('table-row').filter({ hasText: 'About page' })).toBeVisible()
  await chooseAction('Archive release', /archive/i)
  await chooseAction('Delete release', /delete/i)
  await expect(page).toHaveURL(/\/releases(\?|$)/)
  expect(await readSite().client.fetch('releases::all()[metadata.title == "Winter"]')).toEqual([])
})

const event = (_id: string, title: string) => ({
  _id,
  _type: 'event',
  title,
  date: new Date(Date.now() + 30 * 24 * 60 * minute).toISOString(),
  organizers: 'the community',
  location: 'SHACK15',
})

test('a scheduled draft cannot be edited until it is paused, and is on the site at its time', async ({
  page,
}) => {
  const { client } = readSite()
  await client.create(event('drafts.meet', 'Meet soon'))
  await openDocument(page, 'events-all;meet')
  await (await openActions(page)).getByRole('menuitem', { name: 'Schedule publish' }).click()
  const dialog = page.getByRole('dialog')
  await enterTime(dialog)
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByText(/^Scheduled to be published/)).toBeVisible()
  const title = findField(page, 'title').getByRole('textbox')
  await expect(title).not.toBeEditable()
  expect(await readSitePage('/api/events')).not.toContain('Meet')
  await onSite('/api/events').toContain('Meet soon')
})

test('an event is unpublished with a release, and stays as a draft', async ({ page }) => {
  const { client } = readSite()
  await client.create(event('leaving', 'Leaving soon'))
  await onSite('/api/events').toContain('Leaving soon')
  await client.releases.create({ releaseId: 'rSpring', metadata: { title: 'Spring', releaseType: 'asap' } })
  await client.createVersion({ releaseId: 'rSpring', publishedId: 'leaving', baseId: 'leaving' })
  await openDocument(page, 'events-all;leaving?perspective=rSpring')
  const menu = await openActions(page)
  // The event's own actions are about drafts and published events.
  await expect(menu.getByRole('menuitem')).toHaveText([/Duplicate/, /Discard version/, /Unpublish/])
  await menu.getByRole('menuitem', { name: /Unpublish/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /unpublish/i })
    .click()
  await expect
    .poll(async () => (await client.getDocument('versions.rSpring.leaving'))?.['_system'])
    .toEqual({
      delete: true,
    })
  await open(page, '/releases/rSpring')
  await page.getByRole('button', { name: 'Run release' }).click()
  await page.getByTestId('confirm-publish-dialog').getByRole('button', { name: /run/i }).click()
  await onSite('/api/events').not.toContain('Leaving soon')
  expect(await client.getDocument('drafts.leaving')).toMatchObject({ title: 'Leaving soon' })
})

test('no menu offers what needs the hosted service', async ({ page }) => {
  const hosted = /comment|task|canvas|variant|media library|upgrade|manage project|register|invite/i
  await openDocument(page, 'sponsors')
  const openers = [
    page.getByTestId('pane-context-menu-button'),
    page.getByTestId('global-perspective-menu-button'),
    page.getByTestId('copy-document-actions-button'),
    page.getByTestId('button-resources-menu'),
    page.getByTestId('new-document-button'),
    page.locator('#user-menu'),
  ]
  for (const opener of openers) {
    await opener.click()
    const menu = page.locator('[data-ui="Menu"]:visible, [data-ui="Popover"]:visible').first()
    await expect(menu).toHaveText(/\w/)
    expect(await menu.innerText()).not.toMatch(hosted)
    await page.keyboard.press('Escape')
  }
  await open(page, '/releases')
  await expect(page.getByRole('button', { name: 'New release' }).first()).toBeEnabled()
  expect(await page.locator('body').innerText()).not.toMatch(hosted)
})

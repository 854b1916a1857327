import { expect, type Page, test } from '@playwright/test'
import { secretTypes } from '#domain/content/content-settings.ts'
import { invitePerson } from '../lake/people/owner-requests.ts'
import { joinWithPassword } from './support/session.ts'
import { openActions, waitUntilSaved } from './support/studio.ts'
import { useWholeSite } from './support/whole-site.ts'

const readSite = useWholeSite()

const refusal = /^this link does not work: it was withdrawn, has expired or is incomplete/

async function openDialog(page: Page) {
  await (await openActions(page)).getByRole('menuitem', { name: 'Share draft…' }).click()
  return page.getByRole('dialog', { name: 'Share draft' })
}

test('a person without an account sees a draft by its link, until the link is revoked', async ({
  browser,
  context,
  page,
}) => {
  const site = readSite()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${site.studio}/structure/sponsors`)
  await page.getByTestId('field-title').getByRole('textbox').fill('sponsors of tomorrow')
  await waitUntilSaved(page)
  const dialog = await openDialog(page)
  await expect(dialog.getByLabel('The link works for')).toHaveValue('7')
  await dialog.getByRole('button', { name: 'Make and copy a link' }).click()
  await expect(page.getByText('The link is copied')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await expect(dialog.getByLabel('Link to the draft')).toHaveValue(link)
  await expect(dialog.getByText(/^Works until \w+day, /)).toBeVisible()

  await using stranger = await browser.newContext()
  const shared = await stranger.newPage()
  await shared.goto(link)
  const heading = shared.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('sponsors of tomorrow')
  await expect(shared.getByRole('complementary', { name: 'draft' })).toContainText('this link works until')
  await shared.getByRole('combobox', { name: 'language' }).selectOption('español')
  await shared.getByRole('link', { name: 'change' }).click()
  await expect(shared.getByText('esto es una vista previa')).toBeVisible()
  await shared.getByRole('link', { name: 'equipo' }).first().click()
  await expect(shared).toHaveURL(`${site.address}/es/team`)
  await shared.goto(`${site.address}/sponsors`)
  await expect(heading).not.toHaveText('sponsors of tomorrow')

  // The dialog lists the links that still work, also when it is opened again.
  await page.keyboard.press('Escape')
  const again = await openDialog(page)
  await expect(again.getByLabel('Link to the draft')).toHaveValue(link)
  await again.getByRole('button', { name: 'Revoke' }).click()
  await expect(again.getByLabel('Link to the draft')).toBeHidden()
  await shared.goto(link)
  await expect(heading).toHaveText(refusal)
})

test('an organiser previews and shares events, and has no key to the drafts of other pages', async ({
  browser,
}) => {
  const site = readSite()
  await using context = await browser.newContext({ viewport: { width: 1920, height: 900 } })
  await joinWithPassword(context, site.studio, await invitePerson(site.connection, 'Oz', 'organiser'))
  const event = { _type: 'event', date: '2026-12-01T02:00:00Z', organizers: 'us', location: 'SHACK15' }
  await site.client.create({ ...event, _id: 'drafts.demo-night', title: 'Demo night' })
  const page = await context.newPage()
  await page.goto(`${site.studio}/structure/events-all;demo-night`)
  await page.getByTestId('field-title').getByRole('textbox').fill('A night of Oz')
  await waitUntilSaved(page)
  const dialog = await openDialog(page)
  await dialog.getByRole('button', { name: 'Make and copy a link' }).click()
  const link = await dialog.getByLabel('Link to the draft').inputValue()
  const heading = { level: 1, name: 'A night of Oz' }
  await page.goto(link)
  await expect(page.getByRole('heading', heading)).toBeVisible()

  await page.goto(`${site.studio}/structure/events-all;demo-night%7C%2Cview%3Dpreview`)
  await expect(page.frameLocator('iframe').getByRole('heading', heading)).toBeVisible()
  const preview = (await page.getByRole('link', { name: 'Open preview' }).getAttribute('href')) ?? ''
  const read = async (url: string) => (await context.request.get(url)).status()
  expect(await read(preview)).toBe(200)
  expect(await read(preview.replace(/path=[^&]+/, 'path=%2Fsponsors'))).toBe(404)

  const write = async (_type: string) => {
    const [id, secret] = [crypto.randomUUID(), 'c'.repeat(48)]
    const document = { _id: `drafts.${id}`, _type, secret, path: '/sponsors', expiresAt: '2999-01-01' }
    const url = `${site.studio}/v2025-02-19/data/mutate/production`
    const answer = await context.request.post(url, { data: { mutations: [{ create: document }] } })
    return { status: answer.status(), shared: `${site.address}/api/preview/shared?secret=${id}.${secret}` }
  }
  for (const type of [secretTypes.preview.all, secretTypes.sharedDraft.all])
    expect([type, (await write(type)).status]).toEqual([type, 403])
  const { status, shared } = await write(secretTypes.sharedDraft.events)
  expect([status, await read(shared)]).toEqual([200, 404])
})

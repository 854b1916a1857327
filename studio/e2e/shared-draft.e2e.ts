import { expect, type Page, test } from '@playwright/test'
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
  await shared.getByRole('button', { name: 'change' }).click()
  await expect(shared.getByText('esto es una vista previa')).toBeVisible()
  await shared.getByRole('link', { name: 'equipo' }).first().click()
  await expect(shared).toHaveURL(`${site.address}/team`)
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

import type { Locator, Page } from '@playwright/test'
import { findField, openDocument, publish } from './support/studio.ts'
import { expect, test } from './support/test.ts'

test('an edited text is published, and still there after a reload', async ({ page, lake }) => {
  const edited = { sidebarText: 'listings for founders everywhere' }
  await openDocument(page, 'home')
  const text = page.getByRole('textbox', { name: 'Sidebar text' })
  await text.fill(edited.sidebarText)
  await expect.poll(() => lake.client.getDocument('drafts.home')).toMatchObject(edited)
  expect(await lake.client.getDocument('home')).not.toMatchObject(edited)
  await publish(page)
  expect(await lake.client.getDocument('home')).toMatchObject(edited)
  expect(await lake.client.getDocument('drafts.home')).toBeUndefined()
  await page.reload()
  await expect(text).toHaveValue(edited.sidebarText)
})

/** Types at the editor's cursor, once the editor has the focus: its toolbar returns it a moment later. */
async function typeInto(page: Page, editor: Locator, text: string): Promise<void> {
  await expect(editor).toBeFocused()
  await page.keyboard.type(text)
}

test('a heading, a list, bold words and a link are published, and still there after a reload', async ({
  page,
  lake,
}) => {
  await openDocument(page, 'about')
  const intro = findField(page, 'intro')
  const editor = intro.getByRole('textbox')
  const bold = intro.getByRole('button', { name: 'Bold' })
  await editor.click()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await typeInto(page, editor, 'Who it is for')
  await intro.getByRole('button', { name: 'Normal' }).click()
  await page.getByRole('menuitem', { name: 'Heading', exact: true }).click()
  const heading = editor.getByRole('heading', { level: 2 })
  await heading.click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await intro.getByRole('button', { name: 'Bullets' }).click()
  await bold.click()
  await typeInto(page, editor, 'founders')
  await bold.click()
  await typeInto(page, editor, ' who build')
  await page.keyboard.press('Enter')
  await typeInto(page, editor, 'apply')
  await page.keyboard.press('Shift+Home')
  await intro.getByRole('button', { name: 'Link' }).click()
  await page.getByRole('textbox', { name: 'Address' }).fill('/apply')

  const readIntro = async (id: string) => (await lake.client.getDocument(id))?.['intro']
  const link = { _type: 'link', href: '/apply' }
  await expect.poll(() => readIntro('drafts.about')).toMatchObject([{}, {}, { markDefs: [link] }])
  await publish(page)
  expect(await readIntro('about')).toMatchObject([
    { style: 'h2', children: [{ text: 'Who it is for', marks: [] }] },
    {
      style: 'normal',
      listItem: 'bullet',
      children: [
        { text: 'founders', marks: ['strong'] },
        { text: ' who build', marks: [] },
      ],
    },
    { style: 'normal', listItem: 'bullet', markDefs: [link], children: [{ text: 'apply' }] },
  ])
  await page.reload()
  await expect(heading).toHaveText('Who it is for')
  await expect(editor).toContainText('founders who build')
})

test('a sponsor tier gets another price', async ({ page, lake }) => {
  await openDocument(page, 'sponsors')
  await page.getByRole('tab', { name: 'Tiers' }).click()
  await page.getByRole('button', { name: /^Tier 2 Core/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('spinbutton', { name: 'Amount' }).fill('275000')
  await expect(dialog.getByRole('radio', { name: 'USD', exact: true })).toBeChecked()
  await dialog.getByRole('button', { name: 'Close dialog' }).click()
  const row = page.getByRole('button', { name: 'Tier 2 Core USD 275,000 per quarter · 10+ cities' })
  await expect(row).toBeVisible()
  await publish(page)
  expect(await lake.client.fetch('*[_id == "sponsors"][0].tiers[1]')).toMatchObject({
    name: 'Tier 2 Core',
    price: 275_000,
    currency: 'USD',
    citiesFrom: 10,
  })
})

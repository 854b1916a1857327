import { findFooter, openDocument, publish } from './support/studio.ts'
import { expect, test } from './support/test.ts'

test('an older revision is restored from the history', async ({ page, lake }) => {
  await openDocument(page, 'home')
  const text = page.getByRole('textbox', { name: 'Sidebar text', exact: true })
  for (const words of ['the second text', 'the third text']) {
    await text.fill(words)
    await expect.poll(() => lake.client.getDocument('drafts.home')).toMatchObject({ sidebarText: words })
    await publish(page)
  }
  await page.getByTestId('pane-context-menu-button').click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  const revisions = page.getByRole('listbox', { name: 'Document revisions' }).getByRole('option')
  await expect(revisions).toHaveText([/Published/, /Published/, /Created/])
  await revisions
    .nth(1)
    .getByRole('button', { name: /Published/ })
    .click()
  await expect(text).toHaveValue('the second text')
  await findFooter(page).getByRole('button', { name: 'Revert to revision' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect
    .poll(() => lake.client.getDocument('drafts.home'))
    .toMatchObject({ sidebarText: 'the second text' })
  await publish(page)
  expect(await lake.client.getDocument('home')).toMatchObject({ sidebarText: 'the second text' })
})

test('the initial content, published without a draft, is shown and restored from the history', async ({
  page,
  lake,
}) => {
  const { sidebarText: seeded = '' } = (await lake.client.getDocument<{ sidebarText: string }>('home')) ?? {}
  await lake.client.patch('home').set({ sidebarText: 'a later text' }).commit()
  await openDocument(page, 'home')
  const text = page.getByRole('textbox', { name: 'Sidebar text', exact: true })
  await expect(text).toHaveValue('a later text')
  await page.getByTestId('pane-context-menu-button').click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  const revisions = page.getByRole('listbox', { name: 'Document revisions' }).getByRole('option')
  await revisions.getByRole('button', { name: /Created/ }).click()
  await expect(text).toHaveValue(seeded)
  await findFooter(page).getByRole('button', { name: 'Revert to revision' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect.poll(() => lake.client.getDocument('drafts.home')).toMatchObject({ sidebarText: seeded })
})

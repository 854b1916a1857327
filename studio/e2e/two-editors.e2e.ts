import type { Page } from '@playwright/test'
import { openDocument, waitUntilSaved } from './support/studio.ts'
import { expect, test } from './support/test.ts'

const findText = (page: Page) => page.getByRole('textbox', { name: 'Sidebar text' })
const findDescription = (page: Page) =>
  page.getByRole('textbox', { name: 'Description for search and sharing' })

/** The other editors that are shown at the top of the open document. */
const findOthers = (page: Page) =>
  page.getByTestId('document-panel-scroller').getByLabel('Local editor', { exact: true })

test('two editors see each other’s presence', async ({ page, openSecondPage }) => {
  await openDocument(page, 'home')
  await expect(findOthers(page)).toHaveCount(0)
  const second = await openSecondPage()
  await openDocument(second, 'home')
  await findDescription(second).focus()
  await expect(findOthers(page).first()).toBeVisible()
  await second.close()
  await expect(findOthers(page)).toHaveCount(0)
})

test('two editors see each other’s typing, and typing into the same field leaves both with the same text', async ({
  page,
  openSecondPage,
  lake,
}) => {
  const second = await openSecondPage()
  await Promise.all([page, second].map((each) => openDocument(each, 'home')))
  await findText(page).fill('')
  await findDescription(second).fill('')
  const [first, other] = ['typed by the first of two', 'typed by the other of two']
  await Promise.all([
    findText(page).pressSequentially(first, { delay: 20 }),
    findDescription(second).pressSequentially(other, { delay: 20 }),
  ])
  for (const each of [page, second]) {
    await expect(findText(each)).toHaveValue(first)
    await expect(findDescription(each)).toHaveValue(other)
  }
  await expect
    .poll(() => lake.client.getDocument('drafts.home'))
    .toMatchObject({ sidebarText: first, description: other })

  // A text field sends its whole text with each letter, so one of two simultaneous letters may be lost, also with the
  // hosted service. But both editors must end up with the same text.
  await findText(page).fill('-')
  await expect(findText(second)).toHaveValue('-')
  await Promise.all([
    findText(page).pressSequentially('abcdefghij', { delay: 40 }),
    findText(second).pressSequentially('ABCDEFGHIJ', { delay: 40 }),
  ])
  await Promise.all([page, second].map(waitUntilSaved))
  await expect
    .poll(async () => {
      const stored = (await lake.client.getDocument('drafts.home'))?.['sidebarText']
      return [await findText(page).inputValue(), await findText(second).inputValue()].map(
        (value) => value === stored,
      )
    })
    .toEqual([true, true])
  await expect(findText(page)).toHaveValue(/[a-j]/i)
})

import type { Page } from '@playwright/test'
import { setTimeout as sleep } from 'node:timers/promises'
import { findField, findPublish, openDocument, waitUntilSaved } from './support/studio.ts'
import { expect, test } from './support/test.ts'

/** Expects a disabled Publish button, and the reason in the validation list. */
async function expectRefusal(page: Page, words: string): Promise<void> {
  await expect(findPublish(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Validation' }).click()
  await expect(page.getByRole('complementary')).toContainText(words)
}

test('an empty title is refused', async ({ page, lake }) => {
  await openDocument(page, 'about')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('')
  await expect.poll(() => lake.client.getDocument('drafts.about')).not.toHaveProperty('title')
  await expectRefusal(page, 'Required')
  expect(await lake.client.getDocument('about')).toMatchObject({ title: 'about' })
})

test('a range whose first number is larger than its second is refused', async ({ page, lake }) => {
  await openDocument(page, 'about')
  await page.getByRole('tab', { name: 'Programme' }).click()
  await findField(page, 'facts.feedbackRounds').getByRole('spinbutton', { name: 'From' }).fill('9')
  await expect
    .poll(() => lake.client.getDocument('drafts.about'))
    .toMatchObject({ facts: { feedbackRounds: { from: 9, to: 4 } } })
  await expectRefusal(page, 'The first number (9) is larger than the second (4)')
})

test('a javascript: link is refused', async ({ page, lake }) => {
  await openDocument(page, 'mentors')
  const intro = findField(page, 'intro')
  const editor = intro.getByRole('textbox')
  await editor.click()
  await page.keyboard.press('Control+A')
  await intro.getByRole('button', { name: 'Link' }).click()
  await page.getByRole('textbox', { name: 'Address' }).fill('javascript:alert(1)')
  await expect
    .poll(() => lake.client.getDocument('drafts.mentors'))
    .toMatchObject({ intro: [{ markDefs: [{ href: 'javascript:alert(1)' }] }] })
  await expectRefusal(page, 'Begin with https://, http://, mailto: or tel:')
})

test('an error that another editor corrects while a change is in flight does not stay', async ({
  page,
  lake,
}) => {
  await openDocument(page, 'home')
  const ownField = page.getByRole('textbox', { name: 'The next step' })
  await ownField.fill('a draft')
  await waitUntilSaved(page)
  async function changeMeanwhile(): Promise<void> {
    // The Studio validates at most every 200 ms.
    await sleep(400)
    await lake.client.patch('drafts.home').unset(['sidebarText']).commit()
    await expect(findPublish(page)).toBeDisabled()
    await lake.client.patch('drafts.home').set({ sidebarText: 'corrected' }).commit()
  }
  await page.route('**/data/actions/**', (route) => changeMeanwhile().then(() => route.continue()), {
    times: 1,
  })
  await ownField.fill('an own change')
  await expect(page.getByRole('textbox', { name: 'Sidebar text' })).toHaveValue('corrected')
  await expect(findPublish(page)).toBeEnabled()
})

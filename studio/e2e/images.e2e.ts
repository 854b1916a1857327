import sharp from 'sharp'
import { findField, findForm, findPublish, openDocument, publish, waitUntilSaved } from './support/studio.ts'
import { expect, test } from './support/test.ts'

const drawImage = () =>
  sharp({ create: { width: 640, height: 360, channels: 3, background: '#0b3fb8' } })
    .png()
    .toBuffer()

test('an image in a text requires alternative text, and is published with it', async ({ page, lake }) => {
  const bytes = await drawImage()
  await openDocument(page, 'mentors')
  const value = findField(page, 'value')
  await value.getByRole('textbox').click()
  await page.keyboard.press('Control+End')
  await value.getByRole('button', { name: 'Insert Image (block)' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'mentors.png', mimeType: 'image/png', buffer: bytes })
  await expect(dialog.locator('img')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close dialog' }).click()

  await waitUntilSaved(page)
  await expect(findPublish(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Validation' }).click()
  await page
    .getByRole('complementary')
    .getByRole('button', { name: /Alternative text\s*Required/ })
    .click()
  await dialog.getByRole('textbox', { name: 'Alternative text' }).fill('Two mentors at a table')
  await dialog.getByRole('button', { name: 'Close dialog' }).click()
  await publish(page)

  const [figure] = await lake.client.fetch(
    '*[_id == "mentors"][0].value[_type == "figure"]{..., "file": asset->}',
  )
  expect(figure).toMatchObject({
    alt: 'Two mentors at a table',
    file: {
      _type: 'sanity.imageAsset',
      originalFilename: 'mentors.png',
      mimeType: 'image/png',
      metadata: { dimensions: { width: 640, height: 360 } },
    },
  })
  const stored = await page.request.get(figure.file.url)
  expect((await stored.body()).equals(bytes)).toBe(true)
})

test('an image of an event requires alternative text, and is published with it', async ({ page, lake }) => {
  await lake.client.create({
    _id: 'demo',
    _type: 'event',
    title: 'Demo night',
    // A date that draws a warning would put an icon into the first tab, and move the others under the pointer.
    date: new Date(Date.now() + 60 * 86_400_000).toISOString(),
    organizers: 'the founders community',
    location: 'Frontier Tower, SOMA',
  })
  await openDocument(page, 'events-all;demo')
  await page.getByRole('tab', { name: 'Details' }).click()
  const form = findForm(page)
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'demo.png', mimeType: 'image/png', buffer: await drawImage() })
  await expect(form.locator('img')).toBeVisible()
  await waitUntilSaved(page)
  await expect(findPublish(page)).toBeDisabled()
  await form.getByRole('textbox', { name: 'Alternative text' }).fill('Six teams on a stage')
  await publish(page)
  const [event] = await lake.client.fetch(
    '*[_id == "demo"]{ image { alt, "name": asset->originalFilename } }',
  )
  expect(event).toEqual({ image: { alt: 'Six teams on a stage', name: 'demo.png' } })
})

import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { invitePerson } from '../lake/people/owner-requests.ts'
import { checkout } from './support/built-studio.ts'
import { startLake, type TestLake } from './support/lake.ts'
import { joinWithPasskey, openDevice, readLastAuthor } from './support/people.ts'
import { findForm, publish } from './support/studio.ts'
import { expect, test as base } from './support/test.ts'

const project = `{ projectId: 'abc123', dataset: 'blog' }`
const files = {
  'package.json': '{"type":"module","dependencies":{"styled-components":"^6"}}',
  'sanity.cli.js': `
    import { defineCliConfig } from 'sanity/cli'
    export default defineCliConfig({ api: ${project} })`,
  'sanity.config.js': `
    import { defineConfig } from 'sanity'
    import { structureTool } from 'sanity/structure'
    const title = { name: 'title', type: 'string' }
    const alt = { name: 'alt', type: 'string' }
    const mainImage = { name: 'mainImage', type: 'image', fields: [alt] }
    const types = ['post', 'author'].map((name) => ({ name, type: 'document', fields: [title, mainImage] }))
    export default defineConfig({ ...${project}, plugins: [structureTool()], schema: { types } })`,
}
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const test = base.extend<object, { studioFolder: string; folder: string }>({
  folder: [
    async ({}, use) => {
      await mkdir(join(checkout, '.build'), { recursive: true })
      const folder = await mkdtemp(join(checkout, '.build', 'other-studio-'))
      await use(folder)
      await rm(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  // `npm run proof` sets OTHER_STUDIO, a Studio of others.
  studioFolder: [
    async ({ folder }, use) => {
      const { OTHER_STUDIO } = process.env
      if (OTHER_STUDIO) return use(OTHER_STUDIO)
      for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
      await promisify(execFile)('npx', ['sanity', 'build', '--yes'], { cwd: folder })
      return use(join(folder, 'dist'))
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  lake: async ({ studioFolder, folder }, use) => {
    const seed = join(folder, 'seed.ndjson')
    await writeFile(join(folder, 'pixel.png'), Buffer.from(pixel, 'base64'))
    const image = { _type: 'image', _sanityAsset: `image@file://${folder}/pixel.png`, alt: 'A pixel' }
    const slug = { _type: 'slug', current: 'first' }
    await writeFile(
      seed,
      JSON.stringify({ _id: 'first', _type: 'post', title: 'First', slug, mainImage: image }),
    )
    const options = [
      '--project-id',
      'abc123',
      '--dataset',
      'blog',
      '--import',
      seed,
      '--studio',
      studioFolder,
    ]
    await using lake = await startLake({ studioFolder, options })
    await use(lake)
  },
})

test('a Studio that was built for the hosted service shows, edits and publishes the content of a lake', async ({
  page,
  lake,
}) => {
  await page.goto('/structure/post;first')
  const image = findForm(page).locator('img').first()
  await expect(image).toHaveJSProperty('complete', true)
  await expect(image).not.toHaveJSProperty('naturalWidth', 0)
  await publishTitle(page, lake, 'Second')
})

test('people join that Studio with a passkey, and edit and publish under their name', async ({
  browser,
  lake,
}) => {
  const { context, page } = await openDevice(browser, lake.address)
  await joinWithPasskey(page, await invitePerson(lake, 'Ana', 'editor'))
  await page.goto('/structure/post;first')
  await publishTitle(page, lake, 'By Ana')
  expect(await readLastAuthor(lake, 'blog', 'first')).toBe('Ana')
  await context.close()
})

async function publishTitle(page: Page, lake: TestLake, title: string): Promise<void> {
  await findForm(page).getByRole('textbox', { name: 'Title' }).fill(title)
  await publish(page)
  expect(await lake.client.withConfig({ dataset: 'blog' }).getDocument('first')).toMatchObject({ title })
}

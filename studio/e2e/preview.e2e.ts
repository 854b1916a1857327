import { expect, type FrameLocator, type Page, test as base } from '@playwright/test'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { useWholeSite, type WholeSite } from './support/whole-site.ts'
import { isError } from './support/browser-errors.ts'

const test = base.extend<{ browserErrors: string[] }>({
  browserErrors: [
    async ({ context }, use) => {
      const browserErrors: string[] = []
      context.on('console', (message) => {
        if (isError(message)) browserErrors.push(message.text())
      })
      context.on('weberror', (webError) => browserErrors.push(String(webError.error())))
      await use(browserErrors)
    },
    { auto: true },
  ],
})

// Wide enough for list, form and preview: in a narrower window the Studio folds the pane that it mounted first.
test.use({ viewport: { width: 1920, height: 900 } })

const readSite = useWholeSite()

/** Opens a document’s form with its preview beside it. */
async function openBoth(page: Page, { studio }: WholeSite, name: string): Promise<FrameLocator> {
  await page.goto(`${studio}/structure/${name}%7C%2Cview%3Dpreview`)
  const preview = page.frameLocator('iframe')
  await expect(
    preview.getByText(/^Preview with unpublished changes \(\d\d:\d\d:\d\d in San Francisco\)$/),
  ).toBeVisible()
  return preview
}

function findTitle(page: Page) {
  return page.getByTestId('field-title').getByRole('textbox')
}

test('the preview shows typed text, and keeps its scroll position', async ({ page, browserErrors }) => {
  const site = readSite()
  const preview = await openBoth(page, site, 'sponsors')
  await page.getByRole('tab', { name: 'Contact' }).click()
  const text = page.getByTestId('field-contactText').getByRole('textbox')
  await text.fill('one two')
  const place = preview.getByText('one two')
  await expect(place).toBeVisible()
  await place.scrollIntoViewIfNeeded()
  const scroll = () => preview.locator('html').evaluate((html) => html.scrollTop)
  const before = await scroll()
  expect(before).toBeGreaterThan(100)

  for (const word of ['three', 'four', 'five', 'six', 'seven']) {
    await text.press('End')
    await text.pressSequentially(` ${word}`)
    await expect(preview.getByText(new RegExp(`one two .*${word}$`))).toBeVisible()
  }
  expect(await scroll()).toBe(before)
  expect(await (await fetch(`${site.address}/sponsors`)).text()).not.toContain('one two')
  expect(browserErrors).toEqual([])
})

test('the preview names an invalid field above the last valid page, until the field is corrected', async ({
  page,
}) => {
  const site = readSite()
  const preview = await openBoth(page, site, 'mentors')
  await findTitle(page).fill('the programme')
  const heading = preview.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('the programme')
  await findTitle(page).fill('')
  await expect(preview.getByText('mentors: title: is missing')).toBeVisible()
  await expect(heading).toHaveText('the programme')
  await findTitle(page).fill('the whole programme')
  await expect(heading).toHaveText('the whole programme')
  await expect(preview.getByText('mentors: title: is missing')).toBeHidden()
})

test('the preview shows a typed translation in the language that is chosen in the preview', async ({
  page,
  browserErrors,
}) => {
  const site = readSite()
  const preview = await openBoth(page, site, 'about')
  const heading = preview.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('about')
  await preview.getByRole('combobox', { name: 'language' }).selectOption('español')
  await preview.getByRole('link', { name: 'change' }).click()
  await expect(heading).toHaveText('sobre el programa')
  await page.getByRole('tab', { name: 'español' }).click()
  await page.getByRole('textbox', { name: 'Title (español)' }).fill('el programa')
  await expect(heading).toHaveText('el programa')
  await preview.getByRole('link', { name: 'equipo' }).click()
  await expect(heading).toHaveText('equipo')
  expect(browserErrors).toEqual([])
})

test('the preview shows an unpublished event as it is typed', async ({ page, browserErrors }) => {
  const site = readSite()
  await site.client.create({
    _id: 'drafts.demo-day',
    _type: 'event',
    title: 'Demo day',
    date: '2026-12-01T02:00:00Z',
    organizers: 'the community',
    location: 'SHACK15',
  })
  const preview = await openBoth(page, site, 'events-all;demo-day')
  await expect(preview.getByRole('heading', { name: 'Demo day' })).toBeVisible()
  await findTitle(page).fill('Demo night')
  await expect(preview.getByRole('heading', { name: 'Demo night' })).toBeVisible()
  await expect(preview.getByText('Monday, November 30, 2026 at 6:00 PM PST')).toBeVisible()
  expect(await (await fetch(`${site.address}/api/events`)).text()).toBe('[]')
  expect(browserErrors).toEqual([])
})

test('the preview of an invalid page shows the error, and the page once it is corrected', async ({
  page,
}) => {
  const site = readSite()
  await site.client.patch('contact').unset(['title']).commit()
  const preview = await openBoth(page, site, 'contact')
  await expect(preview.getByRole('heading', { name: 'The page cannot be shown yet' })).toBeVisible()
  await expect(preview.getByText('contact: title: is missing')).toBeVisible()
  await findTitle(page).fill('contact again')
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('contact again')
})

test('the preview opens in a separate tab, links to other pages, and ends when its secret is deleted', async ({
  context,
  page,
}) => {
  const site = readSite()
  const preview = await openBoth(page, site, 'home')
  await expect(preview.getByRole('heading', { level: 1, name: 'San Francisco' })).toBeVisible()
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Open preview' }).click(),
  ])
  await expect(opened.getByText('Preview with unpublished changes')).toBeVisible()
  expect(new URL(opened.url()).origin).toBe(site.address)
  await opened.goto(opened.url().replace('path=%2F&', 'path=%2Fcontact&'))
  await opened.getByRole('navigation').getByRole('link', { name: 'team' }).click()
  // The previous page has the same text.
  await opened.waitForURL((url) => url.searchParams.get('path') === '/team')
  await expect(opened.getByText('Preview with unpublished changes')).toBeVisible()

  await site.client.delete({ query: '*[_type == "sanity.previewUrlSecret"]' })
  await site.client.patch('team').set({ title: 'another team' }).commit()
  const ended = opened.getByText('This preview has ended: open it again from the Studio.')
  await expect(ended).toBeVisible()
  await expect(opened.getByText('another team')).toBeHidden()
  // A tab that loads again after its secret was deleted says so, too.
  await opened.reload()
  await expect(ended).toBeVisible()
})

test('other sites cannot show the preview in a frame', async ({ page, browserErrors }) => {
  const site = readSite()
  await openBoth(page, site, 'team')
  const link = await page.getByRole('link', { name: 'Open preview' }).getAttribute('href')
  const other = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end(`<iframe src="${link}"></iframe>`)
  }).listen(0, '127.0.0.1')
  await once(other, 'listening')
  await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}`)
  await expect.poll(() => browserErrors.join()).toContain('frame-ancestors')
  await expect(page.frameLocator('iframe').getByText('Preview')).toBeHidden()
  other.close()
})

// The sponsors and about pages are tested above.
test('the preview shows every other page without console errors', async ({ page, browserErrors }) => {
  const site = readSite()
  for (const name of ['siteSettings', 'home', 'apply', 'mentors', 'team', 'contact'])
    await test.step(name, async () => {
      const preview = await openBoth(page, site, name)
      await expect(preview.getByRole('main')).toBeVisible()
      expect(browserErrors).toEqual([])
    })
})

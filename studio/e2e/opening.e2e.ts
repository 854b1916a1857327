import {
  findFooter,
  findForm,
  openActions,
  openDocument,
  openStudio,
  waitUntilSaved,
} from './support/studio.ts'
import { openSession } from './support/session.ts'
import { expect, test } from './support/test.ts'

const singletons = [
  'Site settings',
  'Programme: dates and answers',
  'Home page',
  'About page',
  'Apply page',
  'Mentors page',
  'Sponsors page',
  'Team page',
  'Contact page',
]

test('the Studio opens without a login, with the product’s name and icon and the pages first', async ({
  page,
}) => {
  await openStudio(page)
  await expect(page).toHaveTitle(/\bfounderlist$/)
  await expect(page.getByRole('button', { name: 'founderlist', exact: true })).toBeVisible()
  await expect(page.getByRole('option')).toHaveText([
    ...singletons,
    'Upcoming events',
    'Today’s events',
    'Past events',
    'Events by day',
    'All events',
    'Suggested events',
    'Drafts of events',
    'Venues',
    'Import sources',
  ])
  const icon = page.locator('link[rel=icon]')
  await expect(icon).toHaveCount(1)
  const answer = await page.request.get((await icon.getAttribute('href')) ?? '')
  expect(answer.headers()['content-type']).toBe('image/svg+xml; charset=utf-8')
  expect(await answer.text()).toContain('#ffc738')
  await expect(page.getByText(/brakes on/)).toHaveCount(0)
})

for (const name of ['localhost', '127.0.0.1']) {
  test(`the Studio opens and works at http://${name} without an error or a warning in the console`, async ({
    page,
    lake,
    browserErrors,
  }) => {
    await openSession(page.context(), `http://${name}:${lake.port}`, lake.token)
    const probed = page.waitForResponse(/\/auth\/id\?/)
    await page.goto(`http://${name}:${lake.port}/structure/home`)
    await expect(findForm(page).getByRole('textbox').first()).toBeEditable()
    await page.getByRole('button', { name: 'founderlist', exact: true }).click()
    expect((await probed).status()).toBe(200)
    await expect(page.getByText('Local content')).toBeVisible()
    await page.keyboard.press('Escape')
    // The errors are checked after every test.
    expect(browserErrors.warnings).toEqual([])

    const text = page.getByRole('textbox', { name: 'Sidebar text' })
    await text.fill(`typed at ${name}`)
    await expect
      .poll(() => lake.client.getDocument('drafts.home'))
      .toMatchObject({ sidebarText: `typed at ${name}` })
    await waitUntilSaved(page)
    const origins = await page.evaluate(() =>
      performance.getEntriesByType('resource').map((entry) => new URL(entry.name).origin),
    )
    const own = origins.filter((origin) => /^http:\/\/(localhost|127\.0\.0\.1)\b/.test(origin))
    expect([...new Set(own)]).toEqual([`http://${name}:${lake.port}`])
  })
}

test('a page cannot be created, duplicated, unpublished or deleted', async ({ page }) => {
  await openDocument(page, 'siteSettings')
  await page.getByRole('textbox', { name: 'Tagline' }).fill('changed')
  await waitUntilSaved(page)
  const menu = await openActions(page)
  await expect(menu.getByRole('menuitem')).toHaveText(['Schedule publish', /^Discard/, 'Share draft…'])
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Published', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Tagline' })).not.toBeEditable()
  await expect(findFooter(page).getByRole('button', { name: /unpublish|duplicate|delete/i })).toHaveCount(0)

  await page.getByRole('button', { name: 'Create new document' }).click()
  const offered = page.locator('[data-testid^=create-new-]')
  await expect(offered).toHaveText(['Event', 'Venue'])
})

for (const [place, name] of [
  ['sponsors', 'Title'],
  ['home', 'The programme in a sentence'],
] as const) {
  test(`opening ${place} focuses its first field, by URL and from the menu`, async ({ page }) => {
    const first = page.getByRole('textbox', { name, exact: true })
    await openDocument(page, place)
    await expect(first).toBeFocused()
    await openStudio(page)
    await page.getByRole('option', { name: new RegExp(`^${place} page`, 'i') }).click()
    await expect(first).toBeFocused()
  })
}

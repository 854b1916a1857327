import { openDocument, publish } from './support/studio.ts'
import { expect, test } from './support/test.ts'

const text = 'the first text of a new draft'

for (const [moment, isApplied] of [
  ['before', false],
  ['after', true],
] as const)
  test(`the first text of a draft is kept when its request is lost ${moment} the lake has applied it`, async ({
    page,
    lake,
    expectErrors,
  }) => {
    expectErrors(/net::ERR_FAILED/)
    await openDocument(page, 'home')
    const lost: string[] = []
    await page.route('**/data/actions/**', async (route) => {
      if (lost.length === 3) return route.continue()
      lost.push(route.request().postData() ?? '')
      if (isApplied) await route.fetch()
      await route.abort()
    })
    const field = page.getByRole('textbox', { name: 'Sidebar text' })
    await field.fill('')
    await field.pressSequentially(text, { delay: 20 })
    await expect.poll(() => lake.client.getDocument('drafts.home')).toMatchObject({ sidebarText: text })
    await expect(field).toHaveValue(text)
    expect(lost).toEqual(Array(3).fill(expect.stringContaining('_empty_action_guard_pseudo_field_')))
    await publish(page)
    expect(await lake.client.getDocument('home')).toMatchObject({ sidebarText: text })
  })

test('text that is not sent yet stays when a query is lost', async ({ page, lake, expectErrors }) => {
  expectErrors(/net::ERR_FAILED|401/)
  await openDocument(page, 'home')
  const held = Promise.withResolvers<void>()
  await page.route('**/data/actions/**', async (route) => {
    await held.promise
    await route.continue()
  })
  const field = page.getByRole('textbox', { name: 'Sidebar text' })
  await field.fill(text)
  await page.route('**/data/query/**', (route) => route.abort())
  // After the lost query, without the cookie of the session.
  const probed = page.waitForResponse(/\/check\/cors/)
  await page.getByRole('button', { name: 'Open search' }).click()
  await page.locator('input:focus').fill('demo')
  expect((await probed).status()).toBe(401)
  await page.keyboard.press('Escape')
  held.resolve()
  await expect.poll(() => lake.client.getDocument('drafts.home')).toMatchObject({ sidebarText: text })
  await expect(field).toHaveValue(text)
})

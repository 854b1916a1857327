import { postListing } from './support/listings.ts'
import { startServer } from './support/server.ts'
import { expect, test } from './support/test.ts'

let server: Awaited<ReturnType<typeof startServer>>
test.beforeAll(async () => {
  test.setTimeout(300_000)
  server = await startServer({ CONTACTS: 'reveal' })
})
test.afterAll(() => server.stop())

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a contact is shown to those who press the button', async ({ page, playwright }) => {
      const request = await playwright.request.newContext({ baseURL: server.address })
      const { id } = await postListing(request, { contact: 'ada@example.org' })
      await request.dispose()
      await page.goto(`${server.address}/listing/${id}`)
      expect(await page.content()).not.toContain('ada@example.org')
      await page.getByRole('button', { name: 'show contact' }).click()
      await expect(page.getByRole('link', { name: 'ada@example.org' })).toBeVisible()
      await page.goto(`${server.address}/listing/${id}`)
      expect(await page.content()).not.toContain('ada@example.org')
    })
  })
}

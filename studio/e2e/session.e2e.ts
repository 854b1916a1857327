import type { Browser } from '@playwright/test'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { requestLink } from '../lake/people/owner-requests.ts'
import { expect, test } from './support/test.ts'

/** A page of a browser that has no session. */
async function openBrowser(browser: Browser, baseURL: string) {
  return (await browser.newContext({ baseURL })).newPage()
}

test('one click on the printed link opens the Studio; in another browser the used link shows a sentence', async ({
  browser,
  lake,
  expectErrors,
}) => {
  expectErrors(/401/)
  const link = await requestLink(lake)
  const page = await openBrowser(browser, lake.address)
  await page.goto(link)
  await expect(page.getByRole('option', { name: 'Site settings' })).toBeVisible()
  expect(page.url()).not.toContain(link.split('#')[1])
  // In the same browser, the link opens the Studio again.
  await page.goto(link)
  await expect(page.getByRole('option', { name: 'Site settings' })).toBeVisible()

  const other = await openBrowser(browser, lake.address)
  await other.goto(link)
  await expect(other.getByRole('alert')).toHaveText('This link is incomplete, has been used, or has expired.')
  expect(other.url()).toBe(`${lake.address}/open`)
})

for (const form of ['link', 'code'])
  test(`a pasted ${form} opens the page that was asked for`, async ({ browser, lake, expectErrors }) => {
    expectErrors(/401/)
    const link = await requestLink(lake)
    const page = await openBrowser(browser, lake.address)
    await page.goto('/structure/sponsors')
    await expect(page.getByText('npm run studio:link')).toBeVisible()
    const field = page.getByLabel('Link or code')
    await field.fill('wrong')
    await page.getByRole('button', { name: 'Open' }).click()
    await expect(page.getByRole('alert')).toHaveText(
      'This link is incomplete, has been used, or has expired.',
    )
    await field.fill(form === 'link' ? ` ${link} ` : (link.split('#')[1] ?? ''))
    await field.press('Enter')
    await expect(page.getByTestId('form-view').getByRole('textbox').first()).toBeEditable()
    expect(page.url()).toContain('/structure/sponsors')
  })

test('a link on another site opens the Studio for an editor with a session', async ({ page, lake }) => {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end(`<!doctype html><a href="${lake.address}/structure/sponsors">the sponsors</a>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await page.getByRole('link').click()
  await expect(page.getByTestId('form-view').getByRole('textbox').first()).toBeEditable()
  server.close()
  server.closeAllConnections()
})

import { type Browser, expect, type Page, test } from '@playwright/test'
import { findForm } from './support/studio.ts'
import { useWholeSite, type WholeSite } from './support/whole-site.ts'

const readSite = useWholeSite()

const findPanel = (page: Page) => page.getByRole('status', { name: 'On the site' })

/** Publishes the open document, and waits until visitors have it. */
async function publish(page: Page): Promise<void> {
  await expect(page.getByTestId('pane-footer')).toContainText('Live, with a draft')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(findPanel(page)).toHaveText(
    /^Live: visitors see this\. Published by Local editor at [^.]+\.See the page$/,
  )
}

async function openDocument(page: Page, { studio }: WholeSite, place: string): Promise<void> {
  await page.goto(`${studio}/structure/${place}`)
  await expect(findPanel(page)).toContainText('Live')
}

/** A page of a visitor. */
async function openVisitor(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage()
}

test('a translation is shown in its language only, and a cleared one falls back to English', async ({
  page,
  browser,
}) => {
  const site = readSite()
  await openDocument(page, site, 'siteSettings')
  await expect(page.getByRole('textbox', { name: /\(español\)/ })).toHaveCount(0)
  await page.getByRole('tab', { name: 'español' }).click()
  await expect(page.getByRole('textbox', { name: 'Product name' })).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Tagline (español)' }).fill('para quienes fundan - con')
  await page.getByRole('textbox', { name: 'Organisation (español)' }).fill('')
  await publish(page)

  await openDocument(page, site, 'sponsors')
  await findForm(page).getByRole('tab', { name: 'español' }).first().click()
  await page.getByRole('button', { name: /^Tier 2 Core/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'español' }).click()
  await expect(dialog.getByText('shows the English: “Tier 2 Core”')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name (español)' }).fill('Nivel 2 Corazón')
  await dialog.getByRole('button', { name: 'Close dialog' }).click()
  await publish(page)

  const spanish = await openVisitor(browser)
  await spanish.goto(`${site.address}/es/sponsors`)
  await expect(spanish.getByRole('banner')).toContainText('para quienes fundan - con the founders community')
  await expect(spanish.getByText('the founders community', { exact: true }).first()).toHaveAttribute(
    'lang',
    'en',
  )
  await expect(spanish.getByRole('rowheader', { name: 'Nivel 2 Corazón' })).toBeVisible()
  await expect(spanish.getByRole('main').locator('[lang]')).toHaveCount(0)

  const english = await openVisitor(browser)
  await english.goto(`${site.address}/sponsors`)
  await expect(english.getByRole('banner')).toContainText(
    'pre-accelerator for founders - powered by the founders community',
  )
  await expect(english.getByRole('rowheader', { name: 'Tier 2 Core' })).toBeVisible()
  await expect(english.locator('header p [lang], main [lang], footer [lang]')).toHaveCount(0)
})

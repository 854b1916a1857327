import { chromium, expect, type Locator } from '@playwright/test'
import sharp from 'sharp'
import { findBrowser } from './support/browser.ts'
import { findFreePort } from './support/free-port.ts'
import { startDemo } from './support/server.ts'

// node site/e2e/readme-pictures.ts: starts the demo and takes the pictures of the README from it.
const STUDIO_PORT = String(await findFreePort())
const server = await startDemo({ STUDIO_PORT })
const browser = await chromium.launch(await findBrowser())
const page = await browser.newPage({ viewport: { width: 1280, height: 860 } })
try {
  await takePicture('home', server.address, page.getByRole('link', { name: 'Coffee before code' }).first())
  const event = `http://localhost:${STUDIO_PORT}/structure/events-upcoming;example-pitch-practice`
  await takePicture('studio', event, page.getByTestId('field-title').getByRole('textbox'))
} finally {
  await browser.close()
  await server.stop()
}

/** Opens the page again until it shows `last`: the Studio may still be built. */
async function takePicture(name: string, address: string, last: Locator): Promise<void> {
  await expect(async () => {
    await page.goto(address)
    await last.waitFor({ timeout: 30_000 })
  }).toPass({ timeout: 600_000 })
  await page.waitForTimeout(5_000)
  await sharp(await page.screenshot())
    .png({ palette: true })
    .toFile(`.github/${name}.png`)
}

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findBrowser } from './support/browser.ts'
import { screens } from './support/screens.ts'
import startSharedServer, { findSharedServer } from './support/shared-server.ts'

// node site/e2e/screenshots.ts [folder]: starts the site and saves a picture of every screen, at three widths, light and dark.
const [, , folder = '.screens'] = process.argv

await mkdir(folder, { recursive: true })
const stopServer = await startSharedServer()
const browser = await chromium.launch(await findBrowser())
try {
  for (const width of [320, 768, 1280]) {
    for (const colorScheme of ['light', 'dark'] as const) await takePictures(width, colorScheme)
  }
} finally {
  await browser.close()
  await stopServer()
}

async function takePictures(width: number, colorScheme: 'light' | 'dark'): Promise<void> {
  for (const { name, open } of screens) {
    const context = await browser.newContext({
      baseURL: findSharedServer().address,
      colorScheme,
      reducedMotion: 'reduce',
      viewport: { width, height: 800 },
    })
    const page = await context.newPage()
    await open(page, context.request)
    // A fixed toast would appear in the middle of a full-page picture.
    const fullPage =
      (await page
        .getByRole('region', { name: /^Notifications/ })
        .getByRole('listitem')
        .count()) === 0
    await page.screenshot({
      path: join(folder, `${name.replaceAll(' ', '-')}-${width}-${colorScheme}.png`),
      fullPage,
    })
    await context.close()
  }
}

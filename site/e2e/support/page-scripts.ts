import type { Page } from '@playwright/test'

/** Waits until the page's modules have run, which start after the first paint: importing one again runs nothing twice. */
export async function waitForPageScripts(page: Page): Promise<void> {
  await page.evaluate(
    `Promise.all(Array.from(document.querySelectorAll('script[data-src]'), ({ dataset }) => import(dataset.src))).then(() => {})`,
  )
}

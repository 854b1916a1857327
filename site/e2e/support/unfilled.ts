import type { Page } from '@playwright/test'

const shells = /^[^?]*\/(category|listing|events|event)(\/|\?|$)/
const record = /<script type="application\/json" id="record">[^<]*<\/script>/

/** A filled page without its record. */
export function withoutRecord(html: string): string {
  return html.replace(record, '')
}

/** Takes the records out of the pages that a browser opens, as a static host would send them: the islands ask the API. */
export async function sendUnfilled(page: Page): Promise<void> {
  await page.route(shells, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    return route.fulfill({ response, body: withoutRecord(await response.text()) })
  })
}

import type { Page } from '@playwright/test'

/** The addresses that a page asks for from now on, but for its icon and font. */
export function collectRequests(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    if (!/\/favicon\.(svg|ico)$|\.woff2$/.test(request.url())) requests.push(request.url())
  })
  return requests
}

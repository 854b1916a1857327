import type { Page } from '@playwright/test'

/** URLs that a page requests from now on, except its icon and font. */
export function collectRequests(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    if (!/\/favicon\.(svg|ico)$|\.woff2$/.test(request.url())) requests.push(request.url())
  })
  return requests
}

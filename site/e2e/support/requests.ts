import type { Page } from '@playwright/test'

/** URLs that a page requests from now on, except its icon and font. */
export function collectRequests(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    if (!/\/favicon\.(svg|ico)$|\.woff2$/.test(request.url())) requests.push(request.url())
  })
  return requests
}

/** Paths of the API, or only those that match, that a page requests from now on. */
export function collectApiRequests(page: Page, pattern = /^\/api\//): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pattern.test(pathname)) paths.push(pathname)
  })
  return paths
}

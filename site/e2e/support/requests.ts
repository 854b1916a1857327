import type { Page } from '@playwright/test'

/** The addresses that a page asks for from now on, but for its icon: some browsers fetch it whenever they like. */
export function collectRequests(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/favicon.svg') requests.push(request.url())
  })
  return requests
}

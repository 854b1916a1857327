import type { BrowserContext, ConsoleMessage } from '@playwright/test'

export type BrowserErrors = {
  /** Console errors, uncaught errors and error responses of this machine. */
  errors: string[]
  /** Requests to other machines, including those that the CSP blocked. */
  foreign: string[]
  /** Console warnings. */
  warnings: string[]
}

const closingSocketError = 'WebSocket is already in CLOSING or CLOSED state'

/** Ignores the error that the Studio's presence causes when a page is left: it writes to a closing socket. */
export function isError(message: ConsoleMessage): boolean {
  return message.type() === 'error' && !message.text().startsWith(closingSocketError)
}

/** Collects errors, warnings and foreign requests from now on. */
export function collectBrowserErrors(context: BrowserContext, browserErrors: BrowserErrors): void {
  context.on('console', (message) => {
    if (isError(message)) browserErrors.errors.push(message.text())
    if (message.type() === 'warning') browserErrors.warnings.push(message.text())
  })
  context.on('response', async (response) => {
    if (response.status() < 400 || !isOwn(response.url())) return
    const body = await response.text().catch(() => '')
    browserErrors.errors.push(
      `${response.status()} ${response.request().method()} ${response.url()}: ${body}`,
    )
  })
  context.on('weberror', (webError) => browserErrors.errors.push(String(webError.error())))
  context.on('request', (request) => {
    if (!isOwn(request.url())) browserErrors.foreign.push(request.url())
  })
}

function isOwn(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return ['data:', 'blob:'].includes(protocol) || ['localhost', '127.0.0.1'].includes(hostname)
}

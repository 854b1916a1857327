import type { BrowserContext, ConsoleMessage } from '@playwright/test'

export type Complaints = {
  /** Errors in the console and uncaught ones. */
  errors: string[]
  /** Requests to another host than this machine, those included that the page's policy blocked. */
  foreign: string[]
  /** Warnings of the Studio in the console. */
  warnings: string[]
}

const leaving = 'WebSocket is already in CLOSING or CLOSED state'

/** An error in the console. That of a page that is left is none: the Studio's presence says goodbye on a socket that closes. */
export function isError(message: ConsoleMessage): boolean {
  return message.type() === 'error' && !message.text().startsWith(leaving)
}

/** Notes what a browser should not have to complain about, from now on. */
export function watchComplaints(context: BrowserContext, complaints: Complaints): void {
  context.on('console', (message) => {
    if (isError(message)) complaints.errors.push(message.text())
    if (message.type() === 'warning') complaints.warnings.push(message.text())
  })
  context.on('response', async (response) => {
    if (response.status() < 400 || !isOwn(response.url())) return
    const said = await response.text().catch(() => '')
    complaints.errors.push(`${response.status()} ${response.request().method()} ${response.url()}: ${said}`)
  })
  context.on('weberror', (webError) => complaints.errors.push(String(webError.error())))
  context.on('request', (request) => {
    if (!isOwn(request.url())) complaints.foreign.push(request.url())
  })
}

function isOwn(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return ['data:', 'blob:'].includes(protocol) || ['localhost', '127.0.0.1'].includes(hostname)
}

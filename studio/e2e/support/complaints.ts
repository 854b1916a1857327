import type { BrowserContext } from '@playwright/test'

/** What the Studio asks of Sanity's own hosts whatever it is told. Its page may not, and does without. */
const blocked = [
  /^https:\/\/(design-system|studio)-static\.sanity\.io\/.*\.woff2$/,
  /^https:\/\/sanity-cdn\.com\/v1\/modules\//,
  /^https:\/\/api\.sanity\.io\/vX\/intake\/feedback$/,
  /^http:\/\/local\.localhost:\d+\/v2021-06-07\/users\/me\?/,
]

/** The browser's lines about these, and what the Studio says when it does not learn of newer versions. */
const ordinaryLines = [
  /violates the (following|document's) Content Security Policy/,
  /^Failed to fetch version for package/,
]

export type Complaints = {
  /** Errors in the console and uncaught ones, but for the ordinary ones. */
  errors: string[]
  /** Requests to another host than this machine that its page's policy let through. */
  foreign: string[]
  /** Addresses that the policy blocked, though nobody knew that the Studio wants them. */
  unknown: string[]
}

/** Notes what a browser should not have to complain about, from now on. */
export function watchComplaints(context: BrowserContext, complaints: Complaints): void {
  context.on('console', (message) => {
    if (message.type() !== 'error') return
    const line = message.text()
    if (!ordinaryLines.some((pattern) => pattern.test(line))) complaints.errors.push(line)
  })
  context.on('response', async (response) => {
    if (response.status() < 400 || !isOwn(response.url())) return
    const said = await response.text().catch(() => '')
    complaints.errors.push(`${response.status()} ${response.request().method()} ${response.url()}: ${said}`)
  })
  context.on('weberror', (webError) => complaints.errors.push(String(webError.error())))
  // Only now it is known of a request whether the policy let it through.
  context.on('requestfinished', (request) => {
    if (!isOwn(request.url())) complaints.foreign.push(request.url())
  })
  context.on('requestfailed', (request) => {
    if (isOwn(request.url())) return
    if (request.failure()?.errorText !== 'csp') complaints.foreign.push(request.url())
    else if (!blocked.some((pattern) => pattern.test(request.url()))) complaints.unknown.push(request.url())
  })
}

function isOwn(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return ['data:', 'blob:'].includes(protocol) || ['localhost', '127.0.0.1'].includes(hostname)
}

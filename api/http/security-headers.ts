import type { MiddlewareHandler } from 'hono'

function selfAndHashes(hashes: string[]): string {
  return ["'self'", ...hashes.map((hash) => `'${hash}'`)].join(' ')
}

type PolicySources = {
  scripts: string[]
  styles: string[]
  /** Origins that may embed the page in a frame; none for pages of the site. */
  framedBy?: readonly string[]
}

export function pagePolicy({ scripts, styles, framedBy = [] }: PolicySources): string {
  return [
    "default-src 'none'",
    `script-src ${selfAndHashes(scripts)}`,
    `style-src ${selfAndHashes(styles)}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    frameAncestors(framedBy),
  ].join('; ')
}

/**
 * For a page that other sites embed: it may send nothing anywhere. For `*` there is no `frame-ancestors`, since its `*`
 * would exclude local files and pages of apps.
 */
export function embeddablePolicy({ scripts, styles, framedBy }: Required<PolicySources>): string {
  const only = (hashes: string[]) => hashes.map((hash) => `'${hash}'`).join(' ')
  return [
    "default-src 'none'",
    `script-src ${only(scripts)}`,
    `style-src ${only(styles)}`,
    "font-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    ...(framedBy.includes('*') ? [] : [frameAncestors(framedBy)]),
  ].join('; ')
}

/** For answers other than pages: a browser that shows one loads and runs nothing. */
export function denyAllPolicy(framedBy: readonly string[] = []): string {
  return `default-src 'none'; ${frameAncestors(framedBy)}`
}

function frameAncestors(origins: readonly string[]): string {
  return `frame-ancestors ${origins.length > 0 ? origins.join(' ') : "'none'"}`
}

const features = ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'browsing-topics']

export function securityHeaders({ overTls }: { overTls: boolean }): Record<string, string> {
  return {
    'Content-Security-Policy': denyAllPolicy(),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': features.map((feature) => `${feature}=()`).join(', '),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...(overTls ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  }
}

/** A page keeps its own policy. Crawlers need the API to render pages, but must not index its answers. */
export function finalHeaders(
  path: string,
  own: Record<string, string>,
  security: Record<string, string>,
): Record<string, string> {
  const all = /^\/api(\/|$)/.test(path) ? { ...security, 'X-Robots-Tag': 'noindex' } : security
  // `X-Frame-Options` cannot name origins, and would contradict a policy that does.
  const { 'Content-Security-Policy': policy = frameAncestors([]) } = own
  const isFramed = !policy.includes(frameAncestors([]))
  const { 'X-Frame-Options': frame, ...others } = all
  return { ...others, ...(!isFramed && frame !== undefined && { 'X-Frame-Options': frame }), ...own }
}

export function addSecurityHeaders(security: Record<string, string>): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const policy = c.res.headers.get('Content-Security-Policy')
    const added = finalHeaders(
      c.req.path,
      policy === null ? {} : { 'Content-Security-Policy': policy },
      security,
    )
    for (const [name, value] of Object.entries(added)) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    }
  }
}

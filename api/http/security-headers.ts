import type { MiddlewareHandler } from 'hono'

function ownAnd(hashes: string[]): string {
  return ["'self'", ...hashes.map((hash) => `'${hash}'`)].join(' ')
}

type Allowed = {
  /** The hashes of inline scripts and styles. */
  scripts: string[]
  styles: string[]
  /** Origins whose pages may show it in a frame; none for a page of the site. */
  framedBy?: readonly string[]
}

/** What a page may load: its own origin, and the inline scripts and styles with these hashes. */
export function pagePolicy({ scripts, styles, framedBy = [] }: Allowed): string {
  return [
    "default-src 'none'",
    `script-src ${ownAnd(scripts)}`,
    `style-src ${ownAnd(styles)}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    frameAncestors(framedBy),
  ].join('; ')
}

/** For every answer that is no page: a browser that is shown it as one loads and runs nothing. */
export function nothingPolicy(framedBy: readonly string[] = []): string {
  return `default-src 'none'; ${frameAncestors(framedBy)}`
}

function frameAncestors(origins: readonly string[]): string {
  return `frame-ancestors ${origins.length > 0 ? origins.join(' ') : "'none'"}`
}

const features = ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'browsing-topics']

/** The headers of every answer, errors and refused requests included. */
export function securityHeaders({ overTls }: { overTls: boolean }): Record<string, string> {
  return {
    'Content-Security-Policy': nothingPolicy(),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': features.map((feature) => `${feature}=()`).join(', '),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...(overTls ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  }
}

/**
 * An answer's headers with those of every answer; a route's own policy for its page is kept. The pages read the API, so a
 * crawler has to as well; its answers are no pages.
 */
export function finalHeaders(
  path: string,
  own: Record<string, string>,
  security: Record<string, string>,
): Record<string, string> {
  const all = /^\/api(\/|$)/.test(path) ? { ...security, 'X-Robots-Tag': 'noindex' } : security
  // The older header knows no origins: where a policy names some, it would say the opposite.
  const isFramed = /frame-ancestors (?!'none')/.test(own['Content-Security-Policy'] ?? '')
  const { 'X-Frame-Options': frame, ...others } = all
  return { ...others, ...(!isFramed && frame !== undefined && { 'X-Frame-Options': frame }), ...own }
}

/** Puts the security headers on each answer. */
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

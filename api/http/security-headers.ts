import type { MiddlewareHandler } from 'hono'

/** Quoted keywords and hashes. */
function quote(...sources: string[]): string {
  return sources.map((source) => `'${source}'`).join(' ')
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
    `script-src ${quote('self', ...scripts)}`,
    `style-src ${quote('self', ...styles)}`,
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
  return [
    "default-src 'none'",
    `script-src ${quote(...scripts)}`,
    `style-src ${quote(...styles)}`,
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

type HeaderFields = Record<string, string>

/**
 * Headers for all answers, and those that mean nothing on an answer other than a document
 * (https://cheatsheetseries.owasp.org/cheatsheets/HTTP_Headers_Cheat_Sheet.html). `frame-ancestors` replaces
 * `X-Frame-Options`.
 */
export type SecurityHeaders = { all: HeaderFields; documents: HeaderFields }

export function securityHeaders({ overTls }: { overTls: boolean }): SecurityHeaders {
  return {
    all: {
      'Content-Security-Policy': denyAllPolicy(),
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'X-Content-Type-Options': 'nosniff',
      ...(overTls ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
    },
    documents: {
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Permissions-Policy': features.map((feature) => `${feature}=()`).join(', '),
    },
  }
}

/** A page keeps its own policy. Crawlers need the API to render pages, but must not index its answers. */
export function finalHeaders(path: string, own: HeaderFields, security: SecurityHeaders): HeaderFields {
  return {
    ...security.all,
    ...(own['Content-Type']?.startsWith('text/html') && security.documents),
    ...(/^\/api(\/|$)/.test(path) && { 'X-Robots-Tag': 'noindex' }),
    ...own,
  }
}

export function addSecurityHeaders(security: SecurityHeaders): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const type = c.res.headers.get('Content-Type')
    const added = finalHeaders(c.req.path, type === null ? {} : { 'Content-Type': type }, security)
    for (const [name, value] of Object.entries(added)) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    }
  }
}

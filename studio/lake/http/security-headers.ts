import type { MiddlewareHandler } from 'hono'

/** The headers of every answer. What is no page of the Studio loads and runs nothing, whatever it holds. */
export const securityHeaders: Record<string, string> = {
  'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

/** Puts the security headers on each answer; what a route says itself is kept. */
export const addSecurityHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  for (const [name, value] of Object.entries(securityHeaders)) {
    if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  }
}

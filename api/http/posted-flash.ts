import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

const name = 'posted'
const maxAge = 600

/**
 * Lets the listing's page say, once, that the listing has been posted: for a form that was sent without scripts, whose
 * answer is a redirect to that page. Nobody else is sent the cookie, and a shared address does not say it.
 */
export function setPostedFlash(c: Context, id: string, siteUrl: string): void {
  const secure = siteUrl.startsWith('https:')
  setCookie(c, name, id, { path: `/listing/${id}`, maxAge, httpOnly: true, sameSite: 'Lax', secure })
}

/** Whether this browser has just posted the listing. */
export function takePostedFlash(c: Context, id: string): boolean {
  if (getCookie(c, name) !== id) return false
  deleteCookie(c, name, { path: `/listing/${id}` })
  return true
}

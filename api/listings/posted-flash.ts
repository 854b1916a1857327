import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

const name = 'posted'
const maxAge = 600

/** One-time cookie that makes the listing's page say "posted" after a form without scripts. A shared link does not. */
export function setPostedFlash(c: Context, id: string, siteUrl: string): void {
  const secure = siteUrl.startsWith('https:')
  setCookie(c, name, id, { path: `/listing/${id}`, maxAge, httpOnly: true, sameSite: 'Lax', secure })
}

export function consumePostedFlash(c: Context, id: string): boolean {
  if (getCookie(c, name) !== id) return false
  deleteCookie(c, name, { path: `/listing/${id}` })
  return true
}

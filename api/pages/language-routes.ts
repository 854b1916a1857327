import { type Context, Hono } from 'hono'
import { setCookie } from 'hono/cookie'
import { fill, languageCookie, languageNames, readLanguage, messages } from '#domain/language.ts'
import { inLanguage } from '#domain/in-language.ts'
import { isUuid } from '#domain/uuid.ts'
import { RequestError } from '../errors.ts'
import { formType, readBody, readBodyType, receiveBody } from '../http/read-body.ts'
import { refuseForeignForm, refuseMethod } from '../http/refuse.ts'
import { answerTypedForm } from './form-errors.ts'
import type { Releases } from './routes.ts'

/** Seconds. Browsers keep cookies no longer. */
const cookieMaxAge = 400 * 24 * 3600

/** `/api/language`: sets the cookie, then redirects or redraws the filled-in form for a new listing or `?listing=`. */
export function languageRoutes({ siteUrl }: { siteUrl: string }, renderPage: Releases['renderPage']) {
  const routes = new Hono()

  routes.post('/', receiveBody, async (c) => {
    refuseForeignForm(c, siteUrl, messages().answers.foreignLanguage)
    if (readBodyType(c) !== formType) throw new RequestError(415, `send this as ${formType} in UTF-8`)
    const body = readBody(c, formType) as Record<string, string>
    const { language: named, ...typed } = body
    const language = readLanguage(named)
    if (!language) {
      const languages = Object.values(languageNames).join(', ')
      throw new RequestError(400, fill(messages().answers.noLanguage, { languages }))
    }
    setCookie(c, languageCookie, language, {
      path: '/',
      maxAge: cookieMaxAge,
      sameSite: 'Lax',
      secure: siteUrl.startsWith('https:'),
    })
    c.header('Cache-Control', 'no-store')
    if (Object.keys(typed).length === 0) return c.redirect(findReturnPath(c), 303)
    const id = c.req.query('listing')
    const listing = id !== undefined && isUuid(id) ? id : undefined
    return inLanguage(language, () => answerTypedForm(c, renderPage, { typed, listing }))
  })
  routes.all('/', refuseMethod('POST'))

  return routes
}

/** The referring page, else the home page. */
function findReturnPath(c: Context): string {
  const referrer = c.req.header('referer')
  if (referrer === undefined || !URL.canParse(referrer)) return '/'
  const { pathname, search } = new URL(referrer)
  // The page of a refused form has the API's address.
  const [form, id] = /^\/api\/listings(?:\/([^/]+)\/\w+)?$/.exec(pathname) ?? []
  if (form !== undefined) return id === undefined ? '/post' : `/listing/${id}`
  if (pathname.startsWith('/api/')) return '/'
  // `//host` and `/\host` would redirect to another host.
  return `/${pathname.replace(/^[/\\]+/, '')}${search}`
}

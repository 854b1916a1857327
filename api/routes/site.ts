import { Hono } from 'hono'
import { isUuid } from '#domain/uuid.ts'
import { isDatabaseAway } from '../database/faults.ts'
import type { Database } from '../database/open.ts'
import { answerFile } from '../http/answer-file.ts'
import { refuseMethod } from '../http/refuse-method.ts'
import type { PageFile } from '../publisher/pages.ts'
import { findPage, type Release } from '../publisher/release.ts'
import { hasListing } from '../queries/listings.ts'

/** Every path that is not the API's: the pages of the spec's routes, the release's assets, else not found. */
export function siteRoutes(sql: Database, release: Release) {
  const routes = new Hono()
  const page = (file: PageFile) => findPage(release, file)

  routes.get('/', (c) => answerFile(c, page('index.html')))
  routes.get('/post', (c) => answerFile(c, page('post.html')))
  routes.get('/category/:category/:subcategory?', (c) => answerFile(c, page('category.html')))
  routes.get('/listing/:id', async (c) => {
    const { id } = c.req.param()
    if (!isUuid(id)) return answerFile(c, page('404.html'), 404)
    const isThere = await hasListing(sql, id).catch((error: unknown) => {
      if (isDatabaseAway(error)) return true // The page then says so itself.
      throw error
    })
    return answerFile(c, page('listing.html'), isThere ? 200 : 404)
  })
  routes.get('*', (c) => {
    const { path } = c.req
    if (path.endsWith('/')) return c.redirect(withoutTrailingSlash(c.req.url), 308)
    const file = path.endsWith('.html') ? undefined : release.files.get(path.slice(1))
    return file ? answerFile(c, file) : answerFile(c, page('404.html'), 404)
  })
  routes.all('*', refuseMethod('GET'))

  return routes
}

/** An absolute address: a path alone could begin with two slashes, and would then name another host. */
function withoutTrailingSlash(address: string): string {
  const url = new URL(address)
  url.pathname = url.pathname.replace(/\/+$/, '')
  return url.href
}

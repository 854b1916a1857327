import { Hono } from 'hono'
import { isDay } from '#domain/pacific.ts'
import { isUuid } from '#domain/uuid.ts'
import type { Calendar } from '../calendar/calendar.ts'
import { isDatabaseAway } from '../database/faults.ts'
import type { Database } from '../database/open.ts'
import { answerPrepared, type PreparedAnswer } from '../http/prepared-answer.ts'
import { refuseMethod } from '../http/refuse-method.ts'
import type { PageFile } from '../publisher/pages.ts'
import { findPage, type Release } from '../publisher/release.ts'
import { hasListing } from '../queries/listings.ts'

/** What the pages come from: the release that is served, and the assets that only earlier ones have. */
export type Releases = {
  read: () => Release
  findEarlierAsset: (path: string) => Promise<PreparedAnswer | undefined>
}

/** Every path that is not the API's: the pages of the spec's routes, the release's assets, else not found. */
export function siteRoutes(
  sql: Database,
  calendar: Calendar,
  { read: readRelease, findEarlierAsset }: Releases,
) {
  const routes = new Hono()
  const page = (file: PageFile) => findPage(readRelease(), file)

  routes.get('/', (c) => answerPrepared(c, page('index.html')))
  for (const name of ['about', 'apply', 'mentors', 'sponsors', 'team', 'contact', 'post'] as const)
    routes.get(`/${name}`, (c) => answerPrepared(c, page(`${name}.html`)))
  routes.get('/category/:category/:subcategory?', (c) => answerPrepared(c, page('category.html')))
  routes.get('/listing/:id', async (c) => {
    const { id } = c.req.param()
    if (!isUuid(id)) return answerPrepared(c, page('404.html'), 404)
    const isThere = await unlessAway(hasListing(sql, id))
    return answerPrepared(c, page('listing.html'), isThere ? 200 : 404)
  })
  routes.get('/events/:date?', (c) => {
    const { date } = c.req.param()
    const isThere = date === undefined || isDay(date)
    return isThere ? answerPrepared(c, page('events.html')) : answerPrepared(c, page('404.html'), 404)
  })
  routes.get('/event/:id', async (c) => {
    const { id } = c.req.param()
    if (!isUuid(id)) return answerPrepared(c, page('404.html'), 404)
    const isThere = await unlessAway(calendar.read().then((snapshot) => snapshot.has(id)))
    return answerPrepared(c, page('event.html'), isThere ? 200 : 404)
  })
  routes.get('*', async (c) => {
    const { path } = c.req
    if (path.endsWith('/')) return c.redirect(withoutTrailingSlash(c.req.url), 308)
    const file = path.endsWith('.html')
      ? undefined
      : (readRelease().files.get(path.slice(1)) ?? (await findEarlierAsset(path.slice(1))))
    return file ? answerPrepared(c, file) : answerPrepared(c, page('404.html'), 404)
  })
  routes.all('*', refuseMethod('GET'))

  return routes
}

/** How long a page waits for the database, which only tells it its status. */
const patience = 2_000

/**
 * While the database is away, or says nothing, every record may be there: the page is sent, and says itself what it
 * cannot read.
 */
async function unlessAway(isThere: Promise<boolean>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, patience, true)
  try {
    return await Promise.race([isThere, late])
  } catch (error) {
    if (isDatabaseAway(error)) return true
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Two slashes at the beginning, or a backslash for one, would name another host. */
function withoutTrailingSlash(address: string): string {
  const { pathname, search } = new URL(address)
  let end = pathname.length
  while (pathname[end - 1] === '/') end -= 1
  return `/${pathname.slice(0, end).replace(/^[/\\]+/, '')}${search}`
}

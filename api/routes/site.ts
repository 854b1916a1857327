import { type Context, Hono } from 'hono'
import { isDay } from '#domain/pacific.ts'
import { isUuid } from '#domain/uuid.ts'
import { isDatabaseAway } from '../database/faults.ts'
import { fillCategory } from '../fills/category.ts'
import { fillEvent } from '../fills/event.ts'
import { fillEvents } from '../fills/events.ts'
import { fillListing } from '../fills/listing.ts'
import type { FillParts } from '../fills/parts.ts'
import { fillHome } from '../fills/home.ts'
import { createFreshAnswerer } from '../http/fresh-answer.ts'
import { parseCursor } from '../http/listing-cursor.ts'
import { answerPrepared, type PreparedAnswer } from '../http/prepared-answer.ts'
import { refuseMethod } from '../http/refuse-method.ts'
import { type Fill, fillShell } from '../publisher/fill-shell.ts'
import type { PageFile, ShellFile } from '../publisher/pages.ts'
import { findPage, findShell, type Release } from '../publisher/release.ts'

/** What the pages come from: the release that is served, and the assets that only earlier ones have. */
export type Releases = {
  read: () => Release
  findEarlierAsset: (path: string) => Promise<PreparedAnswer | undefined>
}

/** Every path that is not the API's: the pages of the spec's routes, the release's assets, else not found. */
export function siteRoutes(parts: FillParts, { read: readRelease, findEarlierAsset }: Releases) {
  const routes = new Hono()
  const answerFresh = createFreshAnswerer()
  const page = (file: PageFile) => findPage(readRelease(), file)
  const notFound = (c: Context) => answerPrepared(c, page('404.html'), 404)

  /** A page of a dynamic route with its record, or as it is where the record cannot be read: it reads it itself then. */
  async function answerFilled(c: Context, file: ShellFile, filling: Promise<Fill>): Promise<Response> {
    const fill = await unlessAway(filling)
    const release = readRelease()
    const { headers } = findPage(release, file)
    if (!fill) return answerPrepared(c, findPage(release, file))
    return answerFresh(c, fillShell(findShell(release, file), fill), { headers, status: fill.status })
  }

  routes.get('/', (c) =>
    answerFilled(c, 'index.html', fillHome(parts, { month: c.req.query('month'), now: new Date() })),
  )
  for (const name of ['about', 'apply', 'mentors', 'sponsors', 'team', 'contact', 'post'] as const)
    routes.get(`/${name}`, (c) => answerPrepared(c, page(`${name}.html`)))
  routes.get('/category/:category/:subcategory?', (c) => {
    const wanted = c.req.param()
    // Postgres refuses NUL in any text, and no category has one: the API says so in words.
    const isPlain = !Object.values(wanted).some((part) => part?.includes('\0'))
    if (!isPlain) return answerPrepared(c, page('shell/category.html'))
    const before = parseCursor(c.req.queries('before') ?? [])
    return answerFilled(c, 'shell/category.html', fillCategory(parts, wanted, before))
  })
  routes.get('/listing/:id', (c) => {
    const { id } = c.req.param()
    return isUuid(id) ? answerFilled(c, 'shell/listing.html', fillListing(parts, id)) : notFound(c)
  })
  routes.get('/events/:date?', (c) => {
    const { date } = c.req.param()
    const isThere = date === undefined || isDay(date)
    return isThere
      ? answerFilled(
          c,
          'events.html',
          fillEvents(parts, { day: date, query: new URL(c.req.url).search, now: new Date() }),
        )
      : notFound(c)
  })
  routes.get('/event/:id', (c) => {
    const { id } = c.req.param()
    return isUuid(id) ? answerFilled(c, 'shell/event.html', fillEvent(parts, id)) : notFound(c)
  })
  routes.get('*', async (c) => {
    const { path } = c.req
    if (path.endsWith('/')) return c.redirect(withoutTrailingSlash(c.req.url), 308)
    const file = path.endsWith('.html')
      ? undefined
      : (readRelease().files.get(path.slice(1)) ?? (await findEarlierAsset(path.slice(1))))
    return file ? answerPrepared(c, file) : notFound(c)
  })
  routes.all('*', refuseMethod('GET'))

  return routes
}

/** How long a page waits for its record, which it could read itself. */
const patience = 2_000

/** While the database is away, or says nothing, nothing is known of a record. */
async function unlessAway<Value>(known: Promise<Value>): Promise<Value | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, patience)
  try {
    return await Promise.race([known, late])
  } catch (error) {
    if (isDatabaseAway(error)) return undefined
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

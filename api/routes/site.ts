import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { readCity } from '#domain/city.ts'
import { currentLanguage } from '#domain/language.ts'
import { isDay } from '#domain/pacific.ts'
import { isUuid } from '#domain/uuid.ts'
import type { PageView } from '#domain/page-view.ts'
import type { Shown } from '../answers/sources.ts'
import { isDatabaseAway } from '../database/faults.ts'
import { RequestError } from '../errors.ts'
import { fillAway } from '../fills/away.ts'
import { fillEvents } from '../fills/events.ts'
import type { FillParts } from '../fills/parts.ts'
import { fillHome } from '../fills/home.ts'
import { createNetworkReader } from '../http/client-network.ts'
import { createFreshAnswerer } from '../http/fresh-answer.ts'
import { parseCursor } from '../http/listing-cursor.ts'
import { takePostedFlash } from '../http/posted-flash.ts'
import { answerPrepared, type PreparedAnswer } from '../http/prepared-answer.ts'
import { viewCategory } from '../pages/category.ts'
import { viewEvent } from '../pages/event.ts'
import { viewListing } from '../pages/listing.ts'
import { refuseMethod } from '../http/refuse-method.ts'
import type { ListingCursor } from '../queries/listings.ts'
import { type Fill, fillShell } from '../publisher/fill-shell.ts'
import type { PageFile, ShellFile } from '../publisher/pages.ts'
import { findPage, findShell, pageHeaders, type Release } from '../publisher/release.ts'
import type { StalePage } from '../publisher/stale-pages.ts'

/** What the pages come from: the release that is served, and the assets that only earlier ones have. */
export type Releases = {
  read: () => Release
  /** Stale pages: the newest content cannot be rendered, so visitors get the earlier version. */
  readStale: () => readonly StalePage[]
  findEarlierAsset: (path: string) => Promise<PreparedAnswer | undefined>
  /** Draws a page with its record, in the language of the request. */
  draw: (path: string, view: PageView) => Promise<string>
}

/** Every path that is not the API's: the pages of the spec's routes, the release's assets, else not found. */
export function siteRoutes(
  parts: FillParts & { trustedProxies: string[] },
  { read: readRelease, findEarlierAsset, draw }: Omit<Releases, 'readStale'>,
) {
  const networkOf = createNetworkReader(parts.trustedProxies)
  const routes = new Hono<{ Bindings: HttpBindings }>()
  const answerFresh = createFreshAnswerer()
  let filling = 0
  const page = (file: PageFile) => findPage(readRelease(), file, currentLanguage())
  const notFound = (c: Context) => answerPrepared(c, page('404.html'), 404)

  /** A page of a dynamic route with its record; not found where that answers undefined. */
  async function answerFilled(c: Context, file: ShellFile, begin: Filling): Promise<Response> {
    const fill = filling < mostFilling ? await unlessAway(count(begin())) : 'away'
    if (fill === undefined) return notFound(c)
    if (fill !== 'away') return answerFill(c, file, fill)
    const away = fillAway(file)
    if (!away) return answerPrepared(c, page(file))
    c.header('Retry-After', '5')
    return answerFill(c, file, away)
  }

  function answerFill(c: Context, file: ShellFile, fill: Fill): Promise<Response> {
    const release = readRelease()
    return answerFresh(c, fillShell(findShell(release, file, currentLanguage()), fill), {
      headers: findPage(release, file, currentLanguage()).headers,
      status: fill.status,
    })
  }

  /** A page of a dynamic route, drawn with its record; not found where there is no such page. */
  async function answerView<View extends PageView>(
    c: Context,
    find: () => Promise<Shown<View> | undefined>,
    away: View,
  ): Promise<Response> {
    const found = filling < mostFilling ? await unlessAway(count(find())) : 'away'
    if (found === undefined) return notFound(c)
    const view = found === 'away' ? away : found.value
    const html = await draw(c.req.path, view)
    const status = statusOf(view)
    if (status === 503) c.header('Retry-After', '5')
    const headers = pageHeaders(html)
    // What is told once is kept by nobody.
    if ('isPosted' in view && view.isPosted) headers['Cache-Control'] = 'no-store'
    return answerFresh(c, html, { headers, status })
  }

  /** Counted until it is over, though nobody may wait for it any more: the database has it in its queue. */
  function count<Result>(fill: Promise<Result>): Promise<Result> {
    filling += 1
    const end = () => (filling -= 1)
    fill.then(end, end)
    return fill
  }

  routes.get('/', (c) =>
    answerFilled(c, 'index.html', () =>
      fillHome(parts, {
        text: c.req.query('q')?.trim() ?? '',
        city: readCity(c.req.query('city')),
        month: c.req.query('month'),
        now: new Date(),
        client: { network: networkOf(c.env.incoming), signal: c.req.raw.signal },
      }),
    ),
  )
  for (const name of ['about', 'apply', 'mentors', 'sponsors', 'team', 'contact'] as const)
    routes.get(`/${name}`, (c) => answerPrepared(c, page(`${name}.html`)))
  routes.get('/post', (c) => {
    const city = readCity(c.req.query('city'))
    if (city === undefined) return answerPrepared(c, page('post.html'))
    const view = { page: 'post', city } as const
    return answerView(c, async () => ({ value: view, sources: [] }), view)
  })
  routes.get('/category/:category/:subcategory?', (c) => {
    const wanted = c.req.param()
    // Postgres refuses NUL in any text, and no category has one.
    if (Object.values(wanted).some((part) => part?.includes('\0'))) return notFound(c)
    const ofCity = { ...wanted, city: readCity(c.req.query('city')) }
    const find = () => viewCategory(parts.sql, ofCity, readCursor(c))
    return answerView(c, find, { page: 'category', state: 'away' })
  })
  routes.get('/listing/:id', (c) => {
    const { id } = c.req.param()
    if (!isUuid(id)) return notFound(c)
    const isPosted = takePostedFlash(c, id)
    const find = () => viewListing(parts.sql, id, { isPosted })
    return answerView(c, find, { page: 'listing', state: 'away' })
  })
  routes.get('/events/:date?', (c) => {
    const { date } = c.req.param()
    const isThere = date === undefined || isDay(date)
    return isThere
      ? answerFilled(c, 'events.html', () =>
          fillEvents(parts, { day: date, query: new URL(c.req.url).search, now: new Date() }),
        )
      : notFound(c)
  })
  routes.get('/event/:id', (c) => {
    const { id } = c.req.param()
    if (!isUuid(id)) return notFound(c)
    return answerView(c, () => viewEvent(parts.calendar, id), { page: 'event', state: 'away' })
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

function statusOf(view: PageView): 200 | 404 | 410 | 503 {
  const statuses = { shown: 200, form: 200, missing: 404, expired: 410, away: 503 } as const
  return 'state' in view ? statuses[view.state] : 200
}

type Filling = () => Promise<Fill | undefined>

/** So many pages are filled at once; one that is asked for beyond that reads its record itself, by script. */
const mostFilling = 100
/** How long a page waits for its record, which it could read itself. */
const patience = 2_000

/** While the database is away, or says nothing, nothing is known of a record. */
async function unlessAway<Value>(known: Promise<Value>): Promise<Value | 'away'> {
  const { promise: late, resolve } = Promise.withResolvers<'away'>()
  const timer = setTimeout(() => resolve('away'), patience)
  try {
    return await Promise.race([known, late])
  } catch (error) {
    if (isDatabaseAway(error)) return 'away'
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

/** Where an older page of a list begins. A page with a wrong one begins with the newest. */
function readCursor(c: Context): ListingCursor | undefined {
  try {
    return parseCursor(c.req.queries('before') ?? [])
  } catch (error) {
    if (error instanceof RequestError) return undefined
    throw error
  }
}

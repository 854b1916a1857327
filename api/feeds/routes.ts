import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { type FeedFormat, feedFormats, isFeedPath, weekPath } from '#domain/feeds.ts'
import { isCalendarId } from '#domain/events/personal-calendar.ts'
import { currentLanguage, linkTo, readLanguage } from '#domain/language.ts'
import { isDay } from '#domain/pacific.ts'
import type { AnswerCache } from '../answers/answer-cache.ts'
import { answerCompressed, answerCached } from '../answers/answer-cached.ts'
import { keyFor } from '../answers/answer-key.ts'
import { createAnswer } from '../answers/prepared-answer.ts'
import type { Cacheable } from '../answers/sources.ts'
import type { Database } from '../database/open.ts'
import type { ReadHeavy } from '../database/replica.ts'
import { RequestError, requestErrors } from '../errors.ts'
import type { Calendar } from '../events/calendar.ts'
import { readDay } from '../events/routes.ts'
import type { Logger } from '../runtime/log.ts'
import { createNetworkReader } from '../http/client-network.ts'
import { parseCity } from '../listings/paging.ts'
import { parseSearchText } from '../search/routes.ts'
import {
  type CalendarContent,
  eventCalendar,
  listCalendar,
  personalCalendar,
  seriesCalendar,
} from './calendars.ts'
import { writeCalendar } from './calendar-file.ts'
import { categoryFeed, eventFeed, searchFeed } from './web-feeds.ts'
import { type WebFeed, writeWebFeed } from './web-feed.ts'
import { weekText } from './week-text.ts'

type Dependencies = {
  sql: Database
  readHeavy: ReadHeavy
  calendar: Calendar
  answers: AnswerCache
  logger: Logger
  siteUrl: string
  trustedProxies: string[]
}

/** Without `sources`, the answer is not cached. */
type Find<Value> = () => Promise<({ value: Value } & Partial<Cacheable<Value>>) | undefined>

/** CORS: any site may read a feed. */
const headers = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cache-Control': 'no-cache',
}

/** Browsers send a preflight request if a script sets `If-None-Match`. */
const preflight = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': 'If-None-Match',
  'Access-Control-Max-Age': '86400',
}

export function feedRoutes(dependencies: Dependencies) {
  const { sql, readHeavy, calendar, answers, logger, siteUrl } = dependencies
  const networkOf = createNetworkReader(dependencies.trustedProxies)
  const routes = new Hono<{ Bindings: HttpBindings }>()

  function answer<Value>(
    c: FeedContext,
    type: string,
    find: Find<Value>,
    write: (value: Value) => Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>>,
  ): Promise<Response> {
    return answerCached(c, answers, async () => {
      const found = await find()
      if (found === undefined) throw requestErrors.unknownPath()
      const { value, ...stale } = found
      return { answer: createAnswer(await write(value), { ...headers, 'Content-Type': type }), ...stale }
    })
  }

  /** If the file cannot be written, sends its previous version from the cache. */
  async function answerCalendar(c: FeedContext, find: Find<CalendarContent>): Promise<Response> {
    const source = absolute(c)
    try {
      return await answer(c, 'text/calendar; charset=utf-8', find, ({ name, page, events }) =>
        writeCalendar({ name, source, page: siteUrl + linkTo(page) }, events, siteUrl),
      )
    } catch (error) {
      const former = answers.findStale(keyFor(c.env.incoming.url ?? '', currentLanguage()))
      if (former === undefined || error instanceof RequestError) throw error
      logger.error({ error }, `${c.req.path} cannot be written: sending its previous version`)
      return answerCompressed(c, former)
    }
  }

  /** `/folder/name.ics` */
  function addCalendar(
    folder: string,
    find: (name: string, c: FeedContext) => ReturnType<Find<CalendarContent>>,
    isName: (name: string) => boolean = () => true,
  ): void {
    routes.get(`${folder}/:file{[^/]+\\.ics}`, (c) => {
      const name = (c.req.param('file') ?? '').slice(0, -'.ics'.length)
      if (!isName(name)) throw requestErrors.unknownPath()
      return answerCalendar(c, () => find(name, c))
    })
  }

  function answerFeed(c: FeedContext, format: FeedFormat, find: Find<Omit<WebFeed, 'self' | 'site'>>) {
    const self = absolute(c)
    const type = `${feedFormats[format].type}; charset=utf-8`
    return answer(c, type, find, (feed) => writeWebFeed(format, { ...feed, self, site: siteUrl }))
  }

  const absolute = (c: Context) => siteUrl + new URL(c.req.url).pathname + queryOf(c)

  routes.options('*', (c, next) => (isFeedPath(c.req.path) ? c.body(null, 204, preflight) : next()))
  // Addresses of version 1.0.0 had the language in their query.
  routes.get('*', async (c, next) => {
    const query = new URLSearchParams(queryOf(c))
    const language = readLanguage(query.get('lang'))
    if (!language || !isFeedPath(c.req.path)) return next()
    query.delete('lang')
    const path = c.req.path + (query.size > 0 ? `?${query}` : '')
    return c.body(null, 308, { ...headers, Location: linkTo(path, language) })
  })
  const wantedOf = (c: Context) => ({ query: queryOf(c), now: new Date() })
  routes.get('/events.ics', (c) => answerCalendar(c, () => listCalendar(calendar, wantedOf(c))))
  addCalendar('/events', (day, c) => listCalendar(calendar, { day, ...wantedOf(c) }), isDay)
  addCalendar('/event', (id) => eventCalendar(calendar, id))
  addCalendar('/series', (series) => seriesCalendar(calendar, series))
  // The address is a secret.
  routes.use('/calendar/*', (c, next) => {
    c.header('X-Robots-Tag', 'noindex')
    return next()
  })
  const findPersonal = (id: string) => personalCalendar(sql, calendar, Buffer.from(id, 'base64url'))
  addCalendar('/calendar', findPersonal, isCalendarId)

  routes.get(weekPath, (c) => {
    const wanted = { day: readDay('week', c.req.queries('week')), ...wantedOf(c) }
    return answer(c, 'text/plain; charset=utf-8', () => weekText(calendar, wanted, siteUrl), Buffer.from)
  })

  for (const format of Object.keys(feedFormats) as FeedFormat[]) {
    routes.get(`/events/feed.${format}`, (c) =>
      answerFeed(c, format, () => eventFeed(calendar, wantedOf(c), siteUrl)),
    )
    for (const path of ['/category/:category', '/category/:category/:subcategory'] as const)
      routes.get(`${path}/feed.${format}`, (c) => {
        const { category, subcategory } = c.req.param() as { category: string; subcategory?: string }
        if (`${category}${subcategory ?? ''}`.includes('\0')) throw requestErrors.unknownPath()
        const city = parseCity(c.req.queries('city') ?? [])
        return answerFeed(c, format, () => categoryFeed(sql, { category, subcategory, city }, siteUrl))
      })
    routes.get(`/search.${format}`, (c) => {
      const written = parseSearchText(c.req.queries('q') ?? [])
      const city = parseCity(c.req.queries('city') ?? [])
      const client = { network: networkOf(c.env.incoming), signal: c.req.raw.signal }
      return answerFeed(c, format, () =>
        searchFeed({ sql, readHeavy, calendar }, { written, city, now: new Date(), client }, siteUrl),
      )
    })
  }
  return routes
}

type FeedContext = Context<{ Bindings: HttpBindings }>

function queryOf(c: Context): string {
  return new URL(c.req.url).search
}

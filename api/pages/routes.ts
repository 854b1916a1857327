import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { cleanText } from '#domain/clean-text.ts'
import { isContentError } from '#domain/content/content-error.ts'
import { currentLanguage, linkTo, messages } from '#domain/language.ts'
import { findCategory, findSubcategory, readCity, readHomeCity } from '#domain/listings/catalogue.ts'
import { embedScriptPath } from '#domain/events/embed.ts'
import { embedPath } from '#domain/feeds.ts'
import { isDay } from '#domain/pacific.ts'
import type { PageView } from '#domain/pages/page-view.ts'
import { staticPages } from '#domain/pages/pages.ts'
import { isUuid } from '#domain/uuid.ts'
import type { AnswerCache, FreshAnswer } from '../answers/answer-cache.ts'
import { answerCached, answerCompressed } from '../answers/answer-cached.ts'
import { readQuery } from '../answers/answer-key.ts'
import { answerPrepared, createAnswer, type PreparedAnswer } from '../answers/prepared-answer.ts'
import { type Cacheable, contentSources } from '../answers/sources.ts'
import type { Database } from '../database/open.ts'
import type { ReadHeavy } from '../database/replica.ts'
import { RequestError, toRequestError } from '../errors.ts'
import type { Calendar } from '../events/calendar.ts'
import { isImageOfEvent, viewEmbed, viewUnavailableEmbed, viewEvent, viewEvents } from '../events/views.ts'
import { createNetworkReader } from '../http/client-network.ts'
import { limitConcurrency } from '../http/limit-concurrency.ts'
import { formType, readBody, readBodyType, receiveBody, withoutLanguage } from '../http/read-body.ts'
import { refuseForeignForm, refuseMethod } from '../http/refuse.ts'
import { openBoard } from '../listings/board.ts'
import { parseToken } from '../listings/manage-token.ts'
import { parseCursor } from '../listings/paging.ts'
import { consumeOwnerFlash } from '../listings/owner-flash.ts'
import { findManagedListing, requireOwner } from '../listings/require-owner.ts'
import { revealContact } from '../listings/reveal-contact.ts'
import type { ListingCursor } from '../listings/queries.ts'
import { viewCategory, viewListing } from '../listings/views.ts'
import { hashNetworks } from '../moderation/networks.ts'
import type { Pseudonyms } from '../moderation/pseudonyms.ts'
import { viewTransparency } from '../moderation/views.ts'
import type { PageFile } from '../publishing/pages.ts'
import type { Publisher } from '../publishing/publisher.ts'
import { findPage, headersOf, pageHeaders } from '../publishing/releases/release.ts'
import type { Problems } from '../runtime/problems.ts'
import { embedHeaders, embedScript } from './embed.ts'
import { answerForm } from './form-errors.ts'
import { viewHome, viewUnavailableHome } from './home.ts'

export type Releases = Pick<
  Publisher,
  'read' | 'readStale' | 'findEarlierAsset' | 'renderPage' | 'renderImage'
>

export function siteRoutes(
  parts: {
    sql: Database
    readHeavy: ReadHeavy
    calendar: Calendar
    studioAddress?: string | undefined
    embedOrigins: readonly string[]
    siteUrl: string
    problems: Problems
    contacts: 'open' | 'reveal'
    contactsPerHour: number
    pseudonyms: Pseudonyms
    trustedProxies: string[]
  },
  answers: AnswerCache,
  { read: readRelease, findEarlierAsset, renderPage, renderImage }: Omit<Releases, 'readStale'>,
) {
  const networkOf = createNetworkReader(parts.trustedProxies)
  const readBoard = openBoard({ ...parts, changes: answers })
  const embedSites = parts.embedOrigins.includes('*') ? undefined : parts.embedOrigins
  const routes = new Hono<{ Bindings: HttpBindings }>()
  // Beyond these limits, a page says that its record cannot be read.
  const limitDatabaseWork = limitConcurrency({ milliseconds: 2_000, max: 100 })
  const page = (file: PageFile) => findPage(readRelease(), file, currentLanguage())
  const missingPage = (): PreparedAnswer => ({ ...page('404.html'), status: 404, shared: undefined })
  const notFound = (c: Context) => answerPrepared(c, missingPage())

  async function answerView<View extends PageView>(
    c: SiteContext,
    find: () => Promise<Cacheable<View>>,
    away: View,
    { isPrivate = false, path = pathOf(c), writeHeaders = pageHeaders }: ViewSettings = {},
  ): Promise<Response> {
    const make = async (): Promise<FreshAnswer> => {
      const found = await limitDatabaseWork(find).catch((error: unknown) => {
        if (toRequestError(error).status === 503) return { value: away }
        throw error
      })
      const { value: view, ...stale } = found
      const { html, hasRecord, reads } = await renderPage(path, view)
      const status = statusOf(view)
      const own = hasRecord ? writeHeaders(html) : pageHeaders(html)
      const headers = { ...own, ...(status === 503 && { 'Retry-After': '5' }) }
      const answer = createAnswer(Buffer.from(html), headers, status)
      // Not cached: 404s, whose endless addresses would evict other answers, and pages that still lack their record.
      const isKept = status !== 404 && hasRecord && 'sources' in stale
      return isKept ? { answer, ...stale, sources: [...stale.sources, ...contentSources(reads)] } : { answer }
    }
    if (!isPrivate) return answerCached(c, answers, make)
    const { answer } = await make()
    return answerCompressed(c, { ...answer, headers: { ...answer.headers, 'Cache-Control': 'no-store' } })
  }

  routes.get('/', (c) => {
    const { q = '', city, month } = c.req.query()
    const query = { text: cleanText(q, 'one'), city: readHomeCity(city), month }
    const now = new Date()
    const client = { network: networkOf(c.env.incoming), signal: c.req.raw.signal }
    const find = () => viewHome({ ...parts, readBoard }, query, { now, client })
    return answerView(c, find, viewUnavailableHome(query, now))
  })
  for (const { path, file } of staticPages) routes.get(path, (c) => answerPrepared(c, page(file)))
  routes.get('/post', (c) => {
    const city = readCity(c.req.query('city'))
    const place = readPlace(c.req.query())
    if (city === undefined && place === undefined) return answerPrepared(c, page('post.html'))
    const view = { page: 'post', city, place } as const
    return answerView(c, async () => ({ value: view, sources: [] }), view)
  })
  routes.get('/category/:category/:subcategory?', (c) => {
    const wanted = c.req.param()
    if (Object.values(wanted).some((part) => part?.includes('\0'))) return notFound(c)
    const ofCity = { ...wanted, city: readHomeCity(c.req.query('city')) }
    const find = () => viewCategory(parts.sql, ofCity, readCursor(c))
    return answerView(c, find, { page: 'category', state: 'away' })
  })
  routes.get('/listing/:id', (c) => {
    const { id } = c.req.param()
    const claim = consumeOwnerFlash(c, id)
    const find = () => viewListing(parts.sql, id, { claim, hasContact: parts.contacts === 'open' })
    return answerView(c, find, { page: 'listing', state: 'away' }, { isPrivate: claim !== undefined })
  })
  // The button that shows the contact, without scripts.
  routes.post('/listing/:id/contact', async (c) => {
    const { id } = c.req.param()
    if (!isUuid(id)) return notFound(c)
    refuseForeignForm(c, parts.siteUrl, messages().answers.foreignContact)
    const networks = hashNetworks(parts.pseudonyms, networkOf(c.env.incoming))
    await revealContact(parts.sql, id, { networks, perHour: parts.contactsPerHour })
    const away = { page: 'listing', state: 'away' } as const
    const settings = { isPrivate: true, path: `/listing/${id}` }
    return answerView(c, () => viewListing(parts.sql, id), away, settings)
  })
  routes.get('/listing/:id/contact', (c) => c.redirect(linkTo(`/listing/${c.req.param('id')}`), 303))
  // Shows its owner everything about a listing, without scripts.
  routes.post('/listing/:id/manage', receiveBody, async (c) => {
    const { id } = c.req.param()
    if (!isUuid(id)) return notFound(c)
    refuseForeignForm(c, parts.siteUrl, messages().answers.foreignChange)
    if (readBodyType(c) !== formType) throw new RequestError(415, `send this as ${formType} in UTF-8`)
    const { token } = withoutLanguage(readBody(c, formType))
    const parsed = token === undefined ? undefined : parseToken(token)
    const networks = hashNetworks(parts.pseudonyms, networkOf(c.env.incoming))
    await requireOwner(parts.sql, { id, token: parsed, networks })
    const { withheld, event, ...listing } = await findManagedListing(parts.sql, id)
    const form = { typed: { ...listing, expiresAt: undefined, token }, faults: {} }
    const hasFields = withheld?.state !== 'removed'
    const view = { page: 'listing', state: 'form', id, form, hasFields } as const
    return answerForm(c, renderPage, { ...view, ...(withheld && { withheld }), ...(event && { event }) })
  })
  routes.get('/listing/:id/manage', (c) => c.redirect(linkTo(`/listing/${c.req.param('id')}`), 303))
  routes.get('/transparency', (c) =>
    answerView(c, () => viewTransparency(parts.sql), { page: 'transparency', state: 'away' }),
  )
  routes.get('/events/suggest', (c) => answerPrepared(c, page('suggest.html')))
  routes.get('/events/:date?', (c) => {
    const { date } = c.req.param()
    if (date !== undefined && !isDay(date)) return notFound(c)
    const wanted = { day: date, query: new URL(c.req.url).search, now: new Date(), embedSites }
    return answerView(c, () => viewEvents(parts.calendar, wanted), { page: 'events', state: 'away' })
  })
  routes.get(embedPath, (c) => {
    const wanted = { query: new URL(c.req.url).search, now: new Date() }
    const writeHeaders = (html: string) => embedHeaders(html, parts.embedOrigins)
    const away = viewUnavailableEmbed(wanted.query)
    return answerView(c, () => viewEmbed(parts.calendar, wanted), away, { writeHeaders })
  })
  routes.get(embedScriptPath, (c) =>
    answerCached(c, answers, async () => ({ answer: embedScript, sources: [] })),
  )
  routes.get('/event/:id', (c) => {
    const { id } = c.req.param()
    return answerView(c, () => viewEvent(parts.calendar, id, new Date()), { page: 'event', state: 'away' })
  })
  // A release contains the images of its pages; images of events are made on request.
  routes.get('/images/*', async (c, next) => {
    const { path } = c.req
    const file = path.slice(1)
    const isMade = readRelease().files.has(file) || (await findEarlierAsset(file)) !== undefined
    if (isMade || !(await isImageOfEvent(parts.calendar, path))) return next()
    return answerCached(c, answers, async () => {
      const image = await limitDatabaseWork(() => renderImage(path)).catch((error: unknown) => {
        if (!isContentError(error)) throw error
        // Nobody reads this text: browsers show the image's alternative text.
        throw new RequestError(503, 'the image cannot be loaded right now', { 'Retry-After': '5' })
      })
      return image ? { answer: createAnswer(image, headersOf(file)), sources: [] } : { answer: missingPage() }
    })
  })
  routes.get('*', async (c) => {
    const { path } = c.req
    if (path.endsWith('/')) return c.redirect(withoutTrailingSlash(c.req.url), 308)
    const file = path.endsWith('.html')
      ? undefined
      : (readRelease().files.get(path.slice(1)) ?? (await findEarlierAsset(path.slice(1))))
    return file ? answerCompressed(c, file) : notFound(c)
  })
  routes.all('*', refuseMethod('GET'))

  return routes
}

function statusOf(view: PageView): 200 | 404 | 410 | 503 {
  const statuses = { shown: 200, form: 200, missing: 404, withheld: 404, expired: 410, away: 503 } as const
  if ('own' in view && view.own) return 200
  return 'state' in view ? statuses[view.state] : 200
}

/** `writeHeaders`: for a page that has its record. */
type ViewSettings = {
  isPrivate?: boolean
  path?: string
  writeHeaders?: (html: string) => Record<string, string>
}

type SiteContext = Context<{ Bindings: HttpBindings }>

/** With the query that the page depends on, which its links to other languages keep. */
function pathOf(c: Context): string {
  return c.req.path + readQuery(c.req.path, new URL(c.req.url).search)
}

/** Merges leading slashes and backslashes: `//host` and `/\host` would redirect to another host. */
function withoutTrailingSlash(address: string): string {
  const { pathname, search } = new URL(address)
  let end = pathname.length
  while (pathname[end - 1] === '/') end -= 1
  return `/${pathname.slice(0, end).replace(/^[/\\]+/, '')}${search}`
}

function readPlace({ category = '', subcategory = '' }: Record<string, string>) {
  const within = findCategory(category)
  if (!within) return undefined
  return { category: within.name, subcategory: findSubcategory(within, subcategory)?.name ?? '' }
}

function readCursor(c: Context): ListingCursor | undefined {
  try {
    return parseCursor(c.req.queries('before') ?? [])
  } catch (error) {
    if (error instanceof RequestError) return undefined
    throw error
  }
}

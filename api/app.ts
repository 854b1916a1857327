import type { SanityClient } from '@sanity/client'
import { Hono, type MiddlewareHandler } from 'hono'
import { getPath } from 'hono/utils/url'
import type { PublishStatus } from '#domain/content/publish-status.ts'
import { inLanguage } from '#domain/in-language.ts'
import { withoutPrefix } from '#domain/pages/pages.ts'
import type { AnswerCache } from './answers/answer-cache.ts'
import { readRequestLanguage } from './answers/answer-key.ts'
import { cardRoutes } from './cards/routes.ts'
import type { ContentStatus } from './content/client.ts'
import type { Preview } from './content/preview/preview.ts'
import { previewRoutes } from './content/preview/routes.ts'
import { hookRoutes, type HookSettings } from './content/webhook-routes.ts'
import type { Database } from './database/open.ts'
import type { ReadHeavy } from './database/replica.ts'
import { answerError } from './errors.ts'
import type { Calendar } from './events/calendar.ts'
import { descriptionRoutes } from './description/routes.ts'
import { deskRoutes } from './moderation/desk/routes.ts'
import { discoveryRoutes } from './discovery/routes.ts'
import { eventRoutes } from './events/routes.ts'
import { feedRoutes } from './feeds/routes.ts'
import { healthRoutes } from './health.ts'
import { limitConcurrency, databaseConcurrency } from './http/limit-concurrency.ts'
import { logRequests } from './http/log-requests.ts'
import { receiveBody, receiveLongForm } from './http/read-body.ts'
import { refuseUnknown } from './http/refuse.ts'
import { addSecurityHeaders, securityHeaders } from './http/security-headers.ts'
import { importRoutes } from './import/routes.ts'
import { findListing } from './listings/queries.ts'
import { type ListingSettings, listingRoutes } from './listings/routes.ts'
import type { Judge } from './moderation/judge.ts'
import { createNetworksReader } from './moderation/networks.ts'
import type { Pseudonyms } from './moderation/pseudonyms.ts'
import { reportRoutes } from './moderation/report-routes.ts'
import { answerFormError } from './pages/form-errors.ts'
import { suggestionPage, suggestionRoutes } from './suggestions/routes.ts'
import { personalRoutes } from './personal/routes.ts'
import { type Releases, siteRoutes } from './pages/routes.ts'
import { readSiteFacts } from './publishing/releases/release.ts'
import { publishingRoutes } from './publishing/status/routes.ts'
import type { Logger } from './runtime/log.ts'
import type { Problems } from './runtime/problems.ts'
import { searchRoutes } from './search/routes.ts'

export type AppDependencies = {
  sql: Database
  readHeavy: ReadHeavy
  answers: AnswerCache
  calendar: Calendar
  releases: Releases
  readContentStatus: () => Promise<ContentStatus>
  refreshHealth: () => Promise<void>
  /** The last backup that was restored and compared. */
  readLastBackup: () => Promise<{ madeAt: string } | undefined>
  logger: Logger
  problems: Problems
  hooks: HookSettings
  findStatus: (documentId: string) => Promise<PublishStatus>
  /** Absent without a token that may read drafts. */
  preview?: Preview | undefined
  /** Origins of the Studio: they may call the team's routes and show previews in a frame. */
  studioOrigins: readonly string[]
  /** Origins whose pages may show the events in a frame, or `*`. */
  embedOrigins: readonly string[]
  /** Shown to the operator of an empty site. */
  studioAddress?: string | undefined
  pseudonyms: Pseudonyms
  judge: Judge
  moderationToken: string | undefined
  /** For tests: allows imports from loopback addresses. */
  allowsLoopback: boolean
  /** Writes and sees drafts. Absent without a token for that. */
  writer?: SanityClient | undefined
  settings: ListingSettings
}

export function createApp({ settings, releases, ...dependencies }: AppDependencies) {
  const { sql, answers, calendar, logger, preview } = dependencies
  const { read: readRelease, readStale, renderPage } = releases
  const readFacts = () => readSiteFacts(readRelease(), settings.siteUrl)
  const networksOf = createNetworksReader(dependencies.pseudonyms, settings.trustedProxies)
  /** The parameters of each part say what it takes of these. */
  const parts = { ...dependencies, ...settings, networksOf, readRelease, readStale, renderPage, readFacts }
  const app = new Hono({ getPath: (request) => withoutPrefix(getPath(request)) })
  app.use(addContentLength)
  app.use(logRequests(logger))
  app.use((c, next) =>
    inLanguage(readRequestLanguage(getPath(c.req.raw), c.req.header('accept-language')), next),
  )
  app.use(addSecurityHeaders(securityHeaders({ overTls: settings.siteUrl.startsWith('https:') })))
  for (const path of ['/api/listings/*', '/api/events/*', '/api/moderation/*', '/api/calendar'])
    app.use(path, receiveBody)
  app.use('/api/suggestions/*', receiveLongForm)
  const limitDatabaseWork = limitConcurrency(databaseConcurrency)
  for (const path of [
    '/api/listings/*',
    '/api/events/*',
    '/api/search',
    '/api/calendar',
    '/calendar/*',
    '/events/suggest/:id',
    '/api/publishing/*',
    '/api/moderation/*',
  ])
    app.use(path, (_c, next) => limitDatabaseWork(next))
  app.onError((error, c) => answerFormError(c, error, renderPage) ?? answerError(c, error))

  const isListed = async (id: string) => (await findListing(sql, id))?.expiredAt === null
  const isInCalendar = async (id: string) => (await calendar.read()).find(id) !== undefined
  app.route('/api/listings', reportRoutes('listing', isListed, parts))
  app.route('/api/events', reportRoutes('event', isInCalendar, parts))
  app.route('/api/moderation', deskRoutes(parts))
  app.route('/api/import', importRoutes(parts))
  app.route('/api/listings', listingRoutes(parts))
  app.route('/api/events', eventRoutes(calendar, answers))
  app.route('/api/calendar', personalRoutes(parts))
  app.route('/api/suggestions', suggestionRoutes(parts))
  app.route('/api/search', searchRoutes(parts))
  app.route('/api/hooks', hookRoutes(sql, logger, dependencies.hooks))
  app.route('/api/publishing', publishingRoutes(parts))
  app.route('/api/health', healthRoutes(parts))
  app.route('/api/preview', previewRoutes(preview, logger, parts))
  app.route('/api', descriptionRoutes(settings.siteUrl))
  app.all('/api/*', refuseUnknown(app))
  app.route('/', feedRoutes(parts))
  app.route('/', discoveryRoutes(parts))
  app.route('/', cardRoutes(parts))
  app.route('/', suggestionPage(parts))
  app.route('/', siteRoutes(parts, answers, releases))
  return app
}

const addContentLength: MiddlewareHandler = async (c, next) => {
  await next()
  if (c.req.method !== 'HEAD' || c.res.body === null || c.res.headers.has('Content-Length')) return
  const { byteLength } = await c.res.clone().arrayBuffer()
  c.res.headers.set('Content-Length', String(byteLength))
}

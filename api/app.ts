import { Hono } from 'hono'
import type { Calendar } from './calendar/calendar.ts'
import type { Database } from './database/open.ts'
import { answerError, requestErrors } from './errors.ts'
import { logRequests } from './http/log-requests.ts'
import { addSecurityHeaders, securityHeaders } from './http/security-headers.ts'
import type { Logger } from './log.ts'
import type { Release } from './publisher/release.ts'
import { eventRoutes } from './routes/events.ts'
import { healthRoutes } from './routes/health.ts'
import { type ListingSettings, listingRoutes } from './routes/listings.ts'
import { siteRoutes } from './routes/site.ts'

export type Parts = {
  sql: Database
  calendar: Calendar
  release: Release
  logger: Logger
  settings: ListingSettings
}

/** The whole application over its parts: what listens is the server's business. */
export function createApp({ sql, calendar, release, logger, settings }: Parts) {
  const app = new Hono()
  app.use(logRequests(logger))
  app.use(addSecurityHeaders(securityHeaders({ overTls: settings.siteUrl.startsWith('https:') })))
  app.onError((error, c) => answerError(c, error))

  app.route('/api/listings', listingRoutes(sql, settings))
  app.route('/api/events', eventRoutes(calendar))
  app.route('/api/health', healthRoutes(sql, release))
  app.all('/api/*', () => {
    throw requestErrors.unknownPath()
  })
  app.route('/', siteRoutes(sql, calendar, release))
  return app
}

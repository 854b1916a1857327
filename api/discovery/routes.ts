import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { searchDescription } from '#domain/pages/page-head.ts'
import type { AnswerCache } from '../answers/answer-cache.ts'
import { answerCached } from '../answers/answer-cached.ts'
import { keepLatest } from '../answers/keep-latest.ts'
import { createAnswer } from '../answers/prepared-answer.ts'
import { type Cacheable, contentSources } from '../answers/sources.ts'
import type { Database } from '../database/open.ts'
import { requestErrors } from '../errors.ts'
import type { Calendar } from '../events/calendar.ts'
import { factParts, type SiteFacts, writeLlms, writeRobots, writeSearchDescription } from './site-files.ts'
import * as sitemap from './sitemap.ts'

type DiscoveryContext = Context<{ Bindings: HttpBindings }>

type Dependencies = {
  sql: Database
  calendar: Calendar
  answers: AnswerCache
  /** From the current content. */
  readFacts: () => SiteFacts
}

/** Sitemaps, robots.txt, llms.txt and the OpenSearch description. */
export function discoveryRoutes({ sql, calendar, answers, readFacts }: Dependencies) {
  const routes = new Hono<{ Bindings: HttpBindings }>()
  const divide = keepLatest(answers, () => sitemap.divideListings(sql))

  function answer(c: DiscoveryContext, type: string, find: () => Promise<Cacheable<string> | undefined>) {
    return answerCached(c, answers, async () => {
      const found = await find()
      if (found === undefined) throw requestErrors.unknownPath()
      const { value, ...stale } = found
      const headers = { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache' }
      return { answer: createAnswer(Buffer.from(value), headers), ...stale }
    })
  }

  function answerSitemap(
    c: DiscoveryContext,
    kind: 'sitemapindex' | 'urlset',
    find: () => Promise<sitemap.Sitemap | undefined>,
  ) {
    return answer(c, 'text/xml', async () => {
      const found = await find()
      return found && { ...found, value: sitemap.writeSitemap(kind, readFacts().url, found.value) }
    })
  }

  /** Answers that only the content changes. */
  const ofContent = (write: (facts: SiteFacts) => string) => async () => ({
    value: write(readFacts()),
    sources: contentSources(factParts),
  })

  routes.get('/robots.txt', (c) => answer(c, 'text/plain', ofContent(writeRobots)))
  routes.get('/llms.txt', (c) => answer(c, 'text/plain', ofContent(writeLlms)))
  routes.get(searchDescription, (c) =>
    answer(c, 'application/opensearchdescription+xml', ofContent(writeSearchDescription)),
  )
  routes.get('/sitemap.xml', (c) =>
    answerSitemap(c, 'sitemapindex', () => sitemap.listSitemaps(calendar, divide)),
  )
  routes.get('/sitemap/pages.xml', (c) =>
    answerSitemap(c, 'urlset', () => sitemap.listPages(calendar, new Date())),
  )
  routes.get('/sitemap/:part{(events|listings)-[1-9][0-9]{0,3}\\.xml}', (c) => {
    const [kind, number] = c.req.param('part').split(/[-.]/)
    const part = Number(number) - 1
    return answerSitemap(c, 'urlset', () =>
      kind === 'events'
        ? sitemap.listEventAddresses(calendar, part)
        : sitemap.listListingAddresses(sql, divide, part),
    )
  })
  return routes
}

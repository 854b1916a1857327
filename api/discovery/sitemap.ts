/** Sitemaps (sitemaps.org, version 0.9): an index, and parts with addresses. */
import { catalogue, categoryPath } from '#domain/listings/catalogue.ts'
import { addDays, toDay } from '#domain/pacific.ts'
import { escapeHtml } from '#domain/pages/page-head.ts'
import { listRoutes, pages } from '#domain/pages/pages.ts'
import { endOfDay, type Cacheable } from '../answers/sources.ts'
import type { Database } from '../database/open.ts'
import type { Calendar } from '../events/calendar.ts'
import { firstExpiry } from '../listings/queries.ts'
import { listAddresses, listNewestBySubcategory, listParts } from './sitemap-queries.ts'

/** `lastmod` is ISO 8601 in UTC. */
export type SitemapEntry = { path: string; lastmod?: string | undefined }

/** Addresses per part, about 1 MB. The protocol allows 50,000. */
const partSize = 10_000
/** Days from today whose pages are listed. */
const daysAhead = 366

type Parts = { sql: Database; calendar: Calendar }

export function writeSitemap(
  kind: 'sitemapindex' | 'urlset',
  site: string,
  addresses: readonly SitemapEntry[],
) {
  const entry = kind === 'urlset' ? 'url' : 'sitemap'
  const written = addresses.map(
    ({ path, lastmod }) =>
      `<${entry}><loc>${escapeHtml(site + path)}</loc>${lastmod === undefined ? '' : `<lastmod>${lastmod}</lastmod>`}</${entry}>\n`,
  )
  const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
  return `<?xml version="1.0" encoding="utf-8"?>\n<${kind} xmlns="${namespace}">\n${written.join('')}</${kind}>\n`
}

export async function listSitemaps({ sql, calendar }: Parts, now: Date): Promise<Cacheable<SitemapEntry[]>> {
  const askedAt = Date.now()
  const listings = await listParts(sql, partSize)
  const all = (await calendar.read()).listEvents()
  const events = Array.from({ length: Math.ceil(all.length / partSize) }, (_, part) =>
    findNewest(slicePart(all, part).map(({ updatedAt }) => updatedAt)),
  )
  return {
    value: [
      {
        path: '/sitemap/pages.xml',
        lastmod: findNewest([...events, ...listings.map(({ newest }) => newest)]),
      },
      ...events.map((lastmod, part) => ({ path: `/sitemap/events-${part + 1}.xml`, lastmod })),
      ...listings.map(({ newest }, part) => ({ path: `/sitemap/listings-${part + 1}.xml`, lastmod: newest })),
    ],
    sources: ['events', 'listings'],
    until: Math.min(
      endOfDay(now),
      firstExpiry(
        askedAt,
        listings.map(({ expiresIn }) => expiresIn),
      ) ?? Infinity,
    ),
  }
}

/** Pages, categories, and the days of the next year that have events. */
export async function listPages({ sql, calendar }: Parts, now: Date): Promise<Cacheable<SitemapEntry[]>> {
  const newest = new Map<string, string | undefined>(
    (await listNewestBySubcategory(sql)).map(({ category, subcategory, createdAt }) => [
      categoryPath(category, subcategory),
      createdAt,
    ]),
  )
  const events = (await calendar.read()).listAll()
  const today = toDay(now)
  const end = addDays(today, daysAhead)
  const days = Map.groupBy(
    events.filter(({ day }) => today <= day && day < end),
    ({ day }) => day,
  )
  const changes: Record<string, string | undefined> = {
    '/': findNewest(newest.values()),
    '/events': findNewest(events.map(({ updatedAt }) => updatedAt)),
  }
  const places = catalogue.flatMap(({ name, subcategories }) => {
    const within = subcategories.map((subcategory) => {
      const path = categoryPath(name, subcategory.name)
      return { path, lastmod: newest.get(path) }
    })
    return [
      { path: categoryPath(name), lastmod: findNewest(within.map(({ lastmod }) => lastmod)) },
      ...within,
    ]
  })
  return {
    value: [
      ...listPagePaths().map((path) => ({ path, lastmod: changes[path] })),
      ...places,
      ...[...days].map(([day, ofDay]) => ({
        path: `/events/${day}`,
        lastmod: findNewest(ofDay.map(({ updatedAt }) => updatedAt)),
      })),
    ],
    sources: ['events', 'listings'],
    until: endOfDay(now),
  }
}

/** Paths without parameters. */
export function listPagePaths(): string[] {
  return pages.flatMap(listRoutes).filter((path) => !path.includes(':'))
}

/** `part` counts from 0. Undefined if the part does not exist. */
export async function listEventAddresses(
  { calendar }: Parts,
  part: number,
): Promise<Cacheable<SitemapEntry[]> | undefined> {
  const events = slicePart((await calendar.read()).listEvents(), part)
  if (events.length === 0) return undefined
  const value = events.map(({ id, updatedAt }) => ({ path: `/event/${id}`, lastmod: updatedAt }))
  return { value, sources: ['events'] }
}

export async function listListingAddresses(
  { sql }: Parts,
  part: number,
): Promise<Cacheable<SitemapEntry[]> | undefined> {
  const askedAt = Date.now()
  const listings = await listAddresses(sql, { limit: partSize, offset: part * partSize })
  if (listings.length === 0) return undefined
  return {
    value: listings.map(({ id, createdAt }) => ({ path: `/listing/${id}`, lastmod: createdAt })),
    sources: ['listings'],
    until: firstExpiry(
      askedAt,
      listings.map(({ expiresIn }) => expiresIn),
    ),
  }
}

function slicePart<Item>(items: readonly Item[], part: number): Item[] {
  return items.slice(part * partSize, (part + 1) * partSize)
}

function findNewest(instants: Iterable<string | undefined>): string | undefined {
  let newest: string | undefined
  for (const instant of instants) if (instant !== undefined && (newest ?? '') < instant) newest = instant
  return newest
}

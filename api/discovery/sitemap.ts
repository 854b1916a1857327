/** Sitemaps (sitemaps.org, version 0.9): an index, and parts with addresses. */
import { catalogue, categoryPath } from '#domain/listings/catalogue.ts'
import { languages, linkTo } from '#domain/language.ts'
import { addDays, toDay } from '#domain/pacific.ts'
import { escapeHtml, listTranslations, writeAttributes } from '#domain/pages/page-head.ts'
import { listRoutes, pages } from '#domain/pages/pages.ts'
import { endOfDay, type Cacheable } from '../answers/sources.ts'
import type { Database } from '../database/open.ts'
import type { Calendar } from '../events/calendar.ts'
import { firstExpiry } from '../listings/queries.ts'
import { type ListingPart, listAddresses, listParts } from './sitemap-queries.ts'

/** `lastmod` is ISO 8601 in UTC. */
type SitemapEntry = { path: string; lastmod?: string | undefined }

/** Addresses per part, each in every language: about 4 MB. */
const partSize = 3_000
/** For how long a part that nothing is added to is cached, whatever is posted or removed. */
const fullPartMs = 600_000
/** Days from today whose pages are listed. */
const daysAhead = 366

/** Most addresses of a part (50,000 by sitemaps.org): a part grows while the division is not current. */
const maxAddresses = Math.floor(50_000 / languages.length)

export type Sitemap = Cacheable<SitemapEntry[]>
type Division = Cacheable<ListingPart[]>
type Divide = () => Promise<Division>

/** Pages are listed in every language, parts of the sitemap once. */
export function writeSitemap(
  kind: 'sitemapindex' | 'urlset',
  site: string,
  addresses: readonly SitemapEntry[],
) {
  const isOfPages = kind === 'urlset'
  const write = (path: string, { lastmod }: SitemapEntry, translations = '') => {
    const entry = isOfPages ? 'url' : 'sitemap'
    const changed = lastmod === undefined ? '' : `<lastmod>${lastmod}</lastmod>`
    return `<${entry}><loc>${escapeHtml(site + path)}</loc>${changed}${translations}</${entry}>\n`
  }
  const written = addresses.flatMap((address) => {
    if (!isOfPages) return [write(address.path, address)]
    const links = listTranslations(address.path, site).map(
      (translation) => `<xhtml:link rel="alternate"${writeAttributes(translation)}/>`,
    )
    return languages.map((language) => write(linkTo(address.path, language), address, links.join('')))
  })
  const namespaces = `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${isOfPages ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : ''}`
  return `<?xml version="1.0" encoding="utf-8"?>\n<${kind} ${namespaces}>\n${written.join('')}</${kind}>\n`
}

/** Where each part of the listings begins. Expiring does not move a listing to another part. */
export async function divideListings(sql: Database): Promise<Division> {
  const askedAt = Date.now()
  const value = await listParts(sql, partSize)
  return { value, sources: ['listings'], until: firstExpiry(askedAt, value) }
}

export async function listSitemaps(calendar: Calendar, divide: Divide): Promise<Sitemap> {
  const { value: parts, until } = await divide()
  const all = (await calendar.read()).listEvents()
  const events = Array.from({ length: Math.ceil(all.length / partSize) }, (_, part) =>
    findNewest(slicePart(all, part)),
  )
  const listings = parts.flatMap(({ newest }, part) =>
    newest === null ? [] : [{ path: `/sitemap/listings-${part + 1}.xml`, lastmod: newest }],
  )
  const value = [
    { path: '/sitemap/pages.xml', lastmod: findNewest(all) },
    ...events.map((lastmod, part) => ({ path: `/sitemap/events-${part + 1}.xml`, lastmod })),
    ...listings,
  ]
  return { value, sources: ['events', 'listings'], until }
}

/** Pages, categories, and the days of the next year that have events. */
export async function listPages(calendar: Calendar, now: Date): Promise<Sitemap> {
  const events = (await calendar.read()).listAll()
  const today = toDay(now)
  const end = addDays(today, daysAhead)
  const coming = events.filter(({ day }) => today <= day && day < end)
  const days = Map.groupBy(coming, ({ day }) => day)
  const places = catalogue.flatMap(({ name, subcategories }) => [
    { path: categoryPath(name) },
    ...subcategories.map((subcategory) => ({ path: categoryPath(name, subcategory.name) })),
  ])
  const value = [
    ...listPagePaths().map((path) => ({ path })),
    ...places,
    ...[...days].map(([day, ofDay]) => ({ path: `/events/${day}`, lastmod: findNewest(ofDay) })),
  ]
  return { value, sources: ['events'], until: endOfDay(now) }
}

/** Paths without parameters. */
export function listPagePaths(): string[] {
  return pages.flatMap(listRoutes).filter((path) => !path.includes(':'))
}

/** `part` counts from 0. Undefined if the part does not exist. */
export async function listEventAddresses(calendar: Calendar, part: number): Promise<Sitemap | undefined> {
  const events = slicePart((await calendar.read()).listEvents(), part)
  if (events.length === 0) return undefined
  const value = events.map(({ id, updatedAt }) => ({ path: `/event/${id}`, lastmod: updatedAt }))
  return { value, sources: ['events'] }
}

export async function listListingAddresses(
  sql: Database,
  divide: Divide,
  part: number,
): Promise<Sitemap | undefined> {
  const { value: parts } = await divide()
  const from = parts[part]
  if (!from) return undefined
  const askedAt = Date.now()
  const listings = await listAddresses(sql, { from, before: parts[part + 1], limit: maxAddresses })
  if (listings.length === 0) return undefined
  const value = listings.map(({ id, createdAt }) => ({ path: `/listing/${id}`, lastmod: createdAt }))
  if (part < parts.length - 1) return { value, sources: [], until: askedAt + fullPartMs }
  return { value, sources: ['listings'], until: firstExpiry(askedAt, listings) }
}

function slicePart<Item>(items: readonly Item[], part: number): Item[] {
  return items.slice(part * partSize, (part + 1) * partSize)
}

/** The time of the latest change. */
function findNewest(events: ReadonlyArray<{ updatedAt: string }>): string | undefined {
  const times = events.map(({ updatedAt }) => updatedAt)
  return times.toSorted().at(-1)
}

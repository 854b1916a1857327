/** Structured data for search engines: schema.org JSON-LD with the properties Google asks for. `site`: an origin. */
import {
  type CalendarEvent,
  describePlace,
  findAddress,
  findCoordinates,
  isWebAddress,
} from '#domain/events/event.ts'
import { lastDay } from '#domain/events/when.ts'
import { linkTo, messages } from '#domain/language.ts'
import { findCategory } from '#domain/listings/catalogue.ts'
import { readAmount } from '#domain/listings/details.ts'
import type { Listing } from '#domain/listings/listing.ts'
import { listSteps, type PlaceStep } from '#domain/listings/names.ts'
import { formatWithOffset, toDay } from '#domain/pacific.ts'
import { cardPaths } from '#domain/pages/card-paths.ts'
import { escapeJson, toHtml, toLine } from '#domain/pages/page-head.ts'
import type { LoopDates } from '#domain/programme/dates.ts'
import { summarize } from '#domain/pages/summarize.ts'

export type DataItem = { '@type': string; [property: string]: unknown }

/** The text of a script element. */
export function writeData(items: readonly DataItem[]): string {
  return escapeJson(JSON.stringify({ '@context': 'https://schema.org', '@graph': items }))
}

/** Kept short, because it is part of the home page. */
export function toSiteData(name: string, site: string): DataItem[] {
  const url = site + linkTo('/')
  return [
    { '@type': 'Organization', name, url, logo: `${site}/icon-512.png` },
    {
      '@type': 'WebSite',
      name,
      url,
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: site + linkTo('/?q={q}') },
        'query-input': 'required name=q',
      },
    },
  ]
}

type ProgrammeData = {
  name: string
  description: string
  months: number
  dates: LoopDates | undefined
}

export function toProgrammeData({ name, description, months, dates }: ProgrammeData, site: string): DataItem {
  const { opens, closes, start, end } = dates ?? {}
  return {
    '@type': 'EducationalOccupationalProgram',
    name,
    description,
    url: site + linkTo('/apply'),
    provider: { '@type': 'Organization', name, url: site + linkTo('/') },
    timeToComplete: `P${months}M`,
    ...(opens && { applicationStartDate: opens }),
    ...(closes && { applicationDeadline: closes }),
    ...(start && { startDate: start }),
    ...(end && { endDate: end }),
  }
}

const maxDescription = 500

/** `seriesName`: the name of the event's series, the same for all of its events. */
export function toEventData(event: CalendarEvent, site: string, seriesName = event.title): DataItem {
  const { id, title, description, organizers, organizerUrl, status, formerDate, series, language } = event
  const { recordingUrl } = event
  const timeOf = event.allDay ? toDay : formatWithOffset
  const url = site + linkTo(`/event/${id}`)
  const isOnline = status === 'online'
  return {
    '@type': 'Event',
    '@id': url,
    url,
    name: toLine(title),
    image: [...(event.image ? [site + event.image.url] : []), site + cardPaths.event(id)],
    ...(description && { description: summarize(description, maxDescription) }),
    startDate: timeOf(event.date),
    ...(event.end !== undefined && { endDate: event.allDay ? lastDay(event) : timeOf(event.end) }),
    eventStatus: `https://schema.org/${eventStatuses[status ?? 'scheduled']}`,
    ...(status === 'rescheduled' && formerDate !== undefined && { previousStartDate: timeOf(formerDate) }),
    eventAttendanceMode: `https://schema.org/${isOnline ? 'Online' : 'Offline'}EventAttendanceMode`,
    location: isOnline
      ? { '@type': 'VirtualLocation', url: isWebAddress(event.url) ? event.url : url }
      : toPlace(event),
    organizer: {
      '@type': 'Organization',
      name: toLine(organizers),
      ...(organizerUrl && { url: organizerUrl }),
    },
    ...toOffer(event, url),
    ...(language && language !== 'other' && { inLanguage: language }),
    ...(recordingUrl && { recordedIn: { '@type': 'CreativeWork', url: recordingUrl } }),
    ...(series && {
      superEvent: {
        '@type': 'EventSeries',
        '@id': `${site}/series/${encodeURIComponent(series.toWellFormed())}.ics`,
        name: toLine(seriesName),
      },
    }),
  }
}

const eventStatuses = {
  scheduled: 'EventScheduled',
  cancelled: 'EventCancelled',
  postponed: 'EventPostponed',
  rescheduled: 'EventRescheduled',
  online: 'EventMovedOnline',
} as const

function toPlace(event: CalendarEvent) {
  const coordinates = findCoordinates(event)
  return {
    '@type': 'Place',
    name: toLine(describePlace(event)),
    address: { '@type': 'PostalAddress', streetAddress: toLine(findAddress(event) ?? event.location) },
    ...(coordinates && { geo: { '@type': 'GeoCoordinates', ...coordinates } }),
  }
}

function toOffer({ price, url }: CalendarEvent, page: string) {
  const amount = readPrice(price ?? '')
  if (amount === undefined) return {}
  const address = isWebAddress(url) ? url : page
  return { offers: { '@type': 'Offer', price: amount, priceCurrency: 'USD', url: address } }
}

/** In dollars: `free`, `$20`, `20.50`, `20 USD`. Undefined for any other text. */
function readPrice(text: string): number | undefined {
  if (/^\s*(?:free|gratis|gratuit)\s*$/i.test(text)) return 0
  const amount = readAmount(text.replace(/\s*(?:USD|\$)\s*$/i, ''))
  return amount >= 0 ? amount : undefined
}

const cityAddresses: Readonly<Record<string, object>> = {
  SF: { addressLocality: 'San Francisco', addressRegion: 'CA', addressCountry: 'US' },
  NYC: { addressLocality: 'New York', addressRegion: 'NY', addressCountry: 'US' },
}

/**
 * A job posting. Undefined if the listing lacks something that Google requires, such as a company or an expiry.
 * `expiresAt` is ISO 8601 in UTC.
 */
export function toJobData(
  id: string,
  listing: Listing,
  expiresAt: string | null,
  site: string,
): DataItem | undefined {
  const { category, title, description, company, createdAt, location } = listing
  const address = cityAddresses[location]
  if (findCategory(category)?.name !== 'jobs' || !company || expiresAt === null || !address) return undefined
  const url = site + linkTo(`/listing/${id.toLowerCase()}`)
  return {
    '@type': 'JobPosting',
    '@id': url,
    url,
    title: toLine(title),
    // Google reads it as HTML.
    description: toHtml(description),
    datePosted: createdAt,
    validThrough: expiresAt,
    hiringOrganization: { '@type': 'Organization', name: toLine(company) },
    jobLocation: { '@type': 'Place', address: { '@type': 'PostalAddress', ...address } },
    ...toSalary(listing),
  }
}

function toSalary({ payFrom, payTo, payCurrency = 'USD', payPeriod = 'year' }: Listing) {
  if (payFrom === undefined && payTo === undefined) return {}
  const amounts = payFrom === payTo ? { value: payFrom } : { minValue: payFrom, maxValue: payTo }
  return {
    baseSalary: {
      '@type': 'MonetaryAmount',
      currency: payCurrency,
      value: { '@type': 'QuantitativeValue', ...amounts, unitText: payPeriod.toUpperCase() },
    },
  }
}

type Step = Pick<PlaceStep, 'heading' | 'path'>

function toBreadcrumbs(steps: readonly Step[], site: string): DataItem {
  const all = [{ heading: messages().programme.home, path: '/' }, ...steps]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: all.map(({ heading, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: toLine(heading),
      item: site + linkTo(path),
    })),
  }
}

export function toEventBreadcrumbs({ id, title }: CalendarEvent, site: string): DataItem {
  const events = { heading: messages().programme.events, path: '/events' }
  return toBreadcrumbs([events, { heading: title, path: `/event/${id}` }], site)
}

/** Undefined for names that are not in the catalogue: they may be any text. */
export function toPlaceBreadcrumbs(category: string, subcategory: string | undefined, site: string) {
  const steps = listSteps(category, subcategory)
  return steps && toBreadcrumbs(steps, site)
}

export function toListingBreadcrumbs(id: string, listing: Listing, site: string): DataItem {
  const { category, subcategory, title } = listing
  const own = { heading: title, path: `/listing/${id.toLowerCase()}` }
  return toBreadcrumbs([...(listSteps(category, subcategory) ?? []), own], site)
}

import { type CalendarEvent, describeWholePlace } from '#domain/events/event.ts'
import { describeStatus, describeWhen } from '#domain/events/when.ts'
import { messages } from '#domain/language.ts'
import { readCity } from '#domain/listings/catalogue.ts'
import type { Listing } from '#domain/listings/listing.ts'
import { listSteps } from '#domain/listings/names.ts'
import { listRoutes, pages } from '#domain/pages/pages.ts'
import { scanElements } from '../html/scan-elements.ts'
import type { PageFile } from '../publishing/pages.ts'
import type { Card } from './draw-card.ts'

export type Content = Omit<Card, 'site'>

/** Pages with a fixed path. */
export const cardPages = pages.filter((page) => listRoutes(page).some((path) => !path.includes(':')))

export function toEventCard(event: CalendarEvent): Content {
  const when = describeWhen(event)
  return {
    titles: [event.title, event.organizers, when],
    label: describeStatus(event),
    lines: [when, describeWholePlace(event)],
  }
}

export function toListingCard({ title, category, subcategory, location }: Listing): Content {
  const place = (listSteps(category, subcategory) ?? []).map(({ heading }) => heading)
  const city = readCity(location)
  return {
    titles: [title, place.at(-1) ?? messages().listing.title],
    lines: [place.join(' · '), city ? messages().cities[city] : location],
  }
}

/** Takes names or slugs. Undefined if the category is not in the catalogue. */
export function toCategoryCard(category: string, subcategory?: string): Content | undefined {
  const headings = listSteps(category, subcategory)?.map(({ heading }) => heading)
  if (!headings) return undefined
  const { SF, NYC } = messages().cities
  return { titles: headings.slice(-1), lines: [...headings.slice(0, -1), `${SF} · ${NYC}`] }
}

/** Reads title and description from the page's Open Graph tags. */
export function toPageCard(html: string, file: PageFile): Content {
  const metas = scanElements(html).filter(({ name }) => name === 'meta')
  const read = (property: string) =>
    metas.find(({ attributes }) => attributes.get('property') === property)?.attributes.get('content') ?? ''
  return { titles: [read('og:title'), file.replace(/\.html$/, '')], lines: [read('og:description')] }
}

import { categoryPath } from '#domain/listings/catalogue.ts'
import type { pages } from '#domain/pages/pages.ts'

/** The pictures that stand for a page where somebody shares its address, in pixels. */
export const cardSize = { width: 1200, height: 630 }

export type CardPage = (typeof pages)[number]['name']

export const cardPaths = {
  event: (id: string) => `/card/event/${id.toLowerCase()}.png`,
  listing: (id: string) => `/card/listing/${id.toLowerCase()}.png`,
  /** Names of the catalogue. */
  category: (category: string, subcategory?: string) => `/card${categoryPath(category, subcategory)}.png`,
  page: (name: CardPage) => `/card/${name}.png`,
}

import { categoryPath } from '#domain/listings/catalogue.ts'
import type { pages } from '#domain/pages/pages.ts'

/** The size of link preview images, in pixels. */
export const cardSize = { width: 1200, height: 630 }

export type CardPage = (typeof pages)[number]['name']

export const cardPaths = {
  event: (id: string) => `/card/event/${id.toLowerCase()}.png`,
  listing: (id: string) => `/card/listing/${id.toLowerCase()}.png`,
  /** Takes names of the catalogue. */
  category: (category: string, subcategory?: string) => `/card${categoryPath(category, subcategory)}.png`,
  page: (name: CardPage) => `/card/${name}.png`,
}

import { categoryPath, homeBlocks } from '#domain/listings/catalogue.ts'
import type { BoardSummary } from '#domain/pages/page-view.ts'
import type { Shown } from '../answers/sources.ts'
import type { Database } from '../database/open.ts'
import { type Counted, countListings, listNewest } from './board-queries.ts'
import { earliest } from './queries.ts'

/** Newest listings on the home page, per city. */
const newestShown = 6

/** Counts and newest listings for the home page. */
export async function readBoard(sql: Database): Promise<Shown<BoardSummary>> {
  const askedAt = Date.now()
  const [counted, SF, NYC] = await Promise.all([
    countListings(sql),
    listNewest(sql, 'SF', newestShown),
    listNewest(sql, 'NYC', newestShown),
  ])
  return {
    value: { counts: groupCounts(counted), newest: { SF, NYC } },
    sources: ['listings'],
    until: earliest(
      askedAt,
      counted.map(({ expiresIn }) => expiresIn),
    ),
  }
}

function groupCounts(counted: readonly Counted[]): BoardSummary['counts'] {
  const places = homeBlocks.flatMap(({ slug, subcategories }) =>
    subcategories.map((subcategory) => {
      const isThere = (row: Counted) =>
        row.categorySlug === slug.toLowerCase() && row.subcategorySlug === subcategory.slug.toLowerCase()
      const counts = counted.filter(isThere).map(({ location, count }) => [location, count] as const)
      return [categoryPath(slug, subcategory.slug), Object.fromEntries(counts)] as const
    }),
  )
  return Object.fromEntries(places.filter(([, counts]) => Object.keys(counts).length > 0))
}

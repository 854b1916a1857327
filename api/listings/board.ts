import { categoryPath, homeBlocks } from '#domain/listings/catalogue.ts'
import { type BoardSummary, newestShown } from '#domain/pages/page-view.ts'
import type { Cacheable } from '../answers/sources.ts'
import type { Database } from '../database/open.ts'
import { type CategoryCount, countListings, listNewest } from './board-queries.ts'
import { firstExpiry } from './queries.ts'

/** Counts and newest listings for the home page. */
export async function readBoard(sql: Database): Promise<Cacheable<BoardSummary>> {
  const askedAt = Date.now()
  const [counted, SF, NYC] = await Promise.all([
    countListings(sql),
    listNewest(sql, 'SF', newestShown),
    listNewest(sql, 'NYC', newestShown),
  ])
  return {
    value: { counts: groupCounts(counted), newest: { SF, NYC } },
    sources: ['listings'],
    until: firstExpiry(
      askedAt,
      counted.map(({ expiresIn }) => expiresIn),
    ),
  }
}

function groupCounts(counted: readonly CategoryCount[]): BoardSummary['counts'] {
  const places = homeBlocks.flatMap(({ slug, subcategories }) =>
    subcategories.map((subcategory) => {
      const isThere = (row: CategoryCount) =>
        row.categorySlug === slug.toLowerCase() && row.subcategorySlug === subcategory.slug.toLowerCase()
      const counts = counted.filter(isThere).map(({ location, count }) => [location, count] as const)
      return [categoryPath(slug, subcategory.slug), Object.fromEntries(counts)] as const
    }),
  )
  return Object.fromEntries(places.filter(([, counts]) => Object.keys(counts).length > 0))
}

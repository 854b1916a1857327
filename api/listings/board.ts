import pTimeout, { TimeoutError } from 'p-timeout'
import { categoryPath, homeBlocks } from '#domain/listings/catalogue.ts'
import { type BoardSummary, newestShown } from '#domain/pages/page-view.ts'
import type { Changes } from '../answers/changes.ts'
import { keepLatest } from '../answers/keep-latest.ts'
import type { Cacheable } from '../answers/sources.ts'
import type { Database } from '../database/open.ts'
import type { ReadHeavy } from '../database/replica.ts'
import { isDatabaseUnavailable } from '../runtime/postgres-errors.ts'
import type { Problems } from '../runtime/problems.ts'
import { type CategoryCount, countListings, listNewest } from './board-queries.ts'
import { firstExpiry } from './queries.ts'

type Counts = BoardSummary['counts']
type Dependencies = {
  sql: Database
  readHeavy: ReadHeavy
  changes: Changes
  problems: Pick<Problems, 'report' | 'resolve'>
}

const timeoutMs = 1_000

/**
 * Counts and newest listings for the home page. Counting a large board is slow, so counts may be a few seconds old.
 * Undefined, and a problem, if the database does not answer within a second: the rest of the page does not need it.
 */
export function openBoard({ sql, readHeavy, changes, problems }: Dependencies) {
  const readCounts = keepLatest(changes, () => countBoard(readHeavy))
  // Ahead of the first visitor. If it fails, that visitor's request reports it.
  readCounts().catch(() => {})

  async function readBoard(): Promise<Cacheable<BoardSummary>> {
    const [counts, SF, NYC] = await Promise.all([
      readCounts(),
      listNewest(sql, 'SF', newestShown),
      listNewest(sql, 'NYC', newestShown),
    ])
    return { ...counts, value: { counts: counts.value, newest: { SF, NYC } } }
  }

  return async (now: Date): Promise<Cacheable<BoardSummary | undefined>> => {
    try {
      const board = await pTimeout(readBoard(), { milliseconds: timeoutMs })
      problems.resolve('board')
      return board
    } catch (error) {
      if (!(error instanceof TimeoutError || isDatabaseUnavailable(error))) throw error
      problems.report('board', 'The home page leaves out its listings: the database is away or too slow')
      // Stale at once, so it is not cached.
      return { value: undefined, sources: [], until: now.getTime() }
    }
  }
}

async function countBoard(readHeavy: ReadHeavy): Promise<Cacheable<Counts>> {
  const askedAt = Date.now()
  const counted = await readHeavy(countListings)
  return { value: groupCounts(counted), sources: ['listings'], until: firstExpiry(askedAt, counted) }
}

function groupCounts(counted: readonly CategoryCount[]): Counts {
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

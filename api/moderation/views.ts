import { reportReasons } from '#domain/moderation/reasons.ts'
import type { MonthOfModeration, ViewOf } from '#domain/pages/page-view.ts'
import type { Cacheable } from '../answers/sources.ts'
import type { Database } from '../database/open.ts'
import { countByMonth, type MonthlyCount } from './log-queries.ts'

const monthsShown = 12
/** Milliseconds for which the counts are cached. */
const cacheMs = 60_000

export async function viewTransparency(sql: Database): Promise<Cacheable<ViewOf<'transparency'>>> {
  const counts = await countByMonth(sql, monthsShown)
  const months = [...new Set(counts.map(({ month }) => month))]
  return {
    value: { page: 'transparency', state: 'shown', months: months.map((month) => toMonth(month, counts)) },
    sources: [],
    until: Date.now() + cacheMs,
  }
}

function toMonth(month: string, counts: MonthlyCount[]): MonthOfModeration {
  const own = counts.filter((each) => each.month === month)
  const sum = (what: string, reason?: string) =>
    own
      .filter((each) => each.what === what && (reason === undefined || each.reason === reason))
      .reduce((total, { count }) => total + count, 0)
  const removed = reportReasons.map((reason) => [reason, sum('delete', reason)] as const)
  return {
    month,
    posted: sum('post'),
    held: sum('hold'),
    refused: sum('refuse'),
    reported: sum('report'),
    removed: Object.fromEntries(removed.filter(([, count]) => count > 0)),
    restored: sum('show'),
  }
}

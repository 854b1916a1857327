import type { AnswerCache } from '../../answers/answer-cache.ts'
import { listingSources } from '../../answers/sources.ts'
import type { Database } from '../../database/open.ts'
import { refuseTimes } from '../../listings/manage-queries.ts'
import { everyone, findRetryDelay } from '../limit-queries.ts'
import type { Pseudonyms } from '../pseudonyms.ts'
import { findHidingPause, maxHiddenPerHour } from '../report-queries.ts'
import { deleteExpiredData } from '../retention-queries.ts'
import { eraseRemoved, showEndedHolds } from '../state-queries.ts'
import type { Logger } from '../../runtime/log.ts'
import type { Problems } from '../../runtime/problems.ts'
import { repeat } from '../../runtime/repeat.ts'

type Options = {
  sql: Database
  problems: Problems
  totalPostsPerHour: number
  answers: AnswerCache
  pseudonyms: Pseudonyms
  logger: Logger
  /** In milliseconds. Short, so that the text of a removed listing is erased within a minute. */
  interval?: number
}

/**
 * Shows listings after their hold, erases removed ones, deletes old rows and says which limits are reached. Several
 * processes may run it at once.
 */
export function startUpkeepLoop({ logger, interval = 10_000, ...parts }: Options): Disposable {
  const report = (error: unknown) =>
    logger.warn({ error }, 'the upkeep of held and removed listings failed just now')
  return repeat(() => Promise.all([runUpkeep(parts), reportLimits(parts)]), { interval, report })
}

export async function runUpkeep({
  sql,
  answers,
  pseudonyms,
}: Pick<Options, 'sql' | 'answers' | 'pseudonyms'>): Promise<void> {
  for (const { id, category } of await showEndedHolds(sql))
    answers.invalidate(listingSources(id, { category }))
  await eraseRemoved(sql)
  await deleteExpiredData(sql)
  await pseudonyms.refresh()
}

/** Says in log and health which limits of the whole board are reached at present. */
export async function reportLimits({
  sql,
  problems,
  totalPostsPerHour,
}: Pick<Options, 'sql' | 'problems' | 'totalPostsPerHour'>): Promise<void> {
  const state = (name: string, reason: string | undefined) =>
    reason === undefined ? problems.resolve(name) : problems.report(name, reason)
  const isReached = async (perHour: number) =>
    (await findRetryDelay(sql, 'posts', { networks: everyone, perHour })) > 0
  const ceiling = refuseTimes * totalPostsPerHour
  state(
    'posts',
    (await isReached(ceiling))
      ? `${ceiling} listings were posted within an hour, ${refuseTimes} × TOTAL_POSTS_PER_HOUR: no more are accepted at present`
      : (await isReached(totalPostsPerHour))
        ? `${totalPostsPerHour} listings were posted within an hour (TOTAL_POSTS_PER_HOUR): those of unknown networks are held for review`
        : undefined,
  )
  const until = await findHidingPause(sql)
  state(
    'reports',
    until &&
      `Reports have hidden ${maxHiddenPerHour} listings within an hour, so they hide no more until ${until}: see the moderation desk`,
  )
}

import type { AnswerCache } from '../../answers/answer-cache.ts'
import { listingSources } from '../../answers/sources.ts'
import type { Pseudonyms } from '../pseudonyms.ts'
import { deleteExpiredData } from '../retention-queries.ts'
import { eraseRemoved, showEndedHolds } from '../state-queries.ts'
import type { Logger } from '../../runtime/log.ts'
import { repeat } from '../../runtime/repeat.ts'
import { type LimitDependencies, reportLimits } from './report-limits.ts'

type Options = LimitDependencies & {
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

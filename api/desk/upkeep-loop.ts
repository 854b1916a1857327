import type { AnswerCache } from '../answers/answer-cache.ts'
import { listingSources } from '../answers/sources.ts'
import { addToLog } from '../moderation/log-queries.ts'
import type { Pseudonyms } from '../moderation/pseudonyms.ts'
import { eraseRemoved, listEndedHolds, showListing } from '../moderation/withheld-queries.ts'
import { deleteExpiredData } from '../moderation/retention-queries.ts'
import type { Logger } from '../runtime/log.ts'
import { repeat } from '../runtime/repeat.ts'
import { type LimitParts, reportLimits } from './report-limits.ts'

type Options = LimitParts & {
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
  for (const id of await listEndedHolds(sql)) {
    const category = await sql.begin(async (transaction) => {
      const shown = await showListing(transaction, id)
      if (shown !== undefined) await addToLog(transaction, { who: 'time', what: 'show', target: id })
      return shown
    })
    if (category !== undefined) answers.invalidate(listingSources(id, category))
  }
  await eraseRemoved(sql)
  await deleteExpiredData(sql)
  await pseudonyms.refresh()
}

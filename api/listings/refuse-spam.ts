import { messages } from '#domain/language.ts'
import type { Database } from '../database/open.ts'
import { RequestError } from '../errors.ts'
import type { Refusal } from '../moderation/judge.ts'
import { addToLog } from '../moderation/log-queries.ts'
import type { RateLimit } from '../moderation/limit-queries.ts'
import { writeWithin } from '../moderation/write-within.ts'

/** Throws 422 with advice. Counts as a post, so that nobody can probe the filter: 429 beyond the limit. */
export async function refuseSpam(
  sql: Database,
  refusal: Refusal,
  rateLimit: RateLimit,
  id?: string,
): Promise<never> {
  await writeWithin(sql, 'posts', rateLimit, messages().answers.tooManyPosts, (transaction) =>
    addToLog(transaction, { who: 'filter', what: 'refuse', why: refusal, target: id }),
  )
  throw new RequestError(422, messages().refusals[refusal])
}

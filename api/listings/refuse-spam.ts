import { messages } from '#domain/language.ts'
import type { Database } from '../database/open.ts'
import { requestErrors, RequestError } from '../errors.ts'
import type { Refusal } from '../moderation/judge.ts'
import { addToLog } from '../moderation/log-queries.ts'
import { type RateLimit, countRequest, lockNetwork } from '../moderation/limit-queries.ts'

/** Throws 422 with advice. Counts as a post, so that nobody can probe the filter: 429 beyond the limit. */
export async function refuseSpam(
  sql: Database,
  refusal: Refusal,
  rateLimit: RateLimit,
  id?: string,
): Promise<never> {
  const wait = await sql.begin(async (transaction) => {
    await lockNetwork(transaction, 'posts', rateLimit)
    const seconds = await countRequest(transaction, 'posts', rateLimit)
    if (seconds === 0)
      await addToLog(transaction, { who: 'filter', what: 'refuse', why: refusal, target: id })
    return seconds
  })
  if (wait > 0) throw requestErrors.tooMany(messages().answers.tooManyPosts, wait)
  throw new RequestError(422, messages().refusals[refusal])
}

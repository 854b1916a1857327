import type { Database } from '../../database/open.ts'
import { refuseTimes } from '../../listings/manage-queries.ts'
import { findHidingPause, maxHiddenPerHour } from '../hiding-queries.ts'
import { everyone, findRetryDelay } from '../limit-queries.ts'
import type { Problems } from '../../runtime/problems.ts'

export type LimitDependencies = { sql: Database; problems: Problems; totalPostsPerHour: number }

/** Says in log and health which limits of the whole board are reached at present. */
export async function reportLimits({ sql, problems, totalPostsPerHour }: LimitDependencies): Promise<void> {
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

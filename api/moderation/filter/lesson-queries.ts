import type { ISql } from 'postgres'
import { featureVersion } from './features.ts'

/** A decision of the team on a listing. `isSpam` is null if it says nothing about spam, like “wrong category”. */
export type Lesson = { isSpam: boolean | null; who: string; network: string | null; features: number[] }

/** At most so many lessons are kept, for a year. */
const maxLessons = 2_000

/** `decision`: the row of `moderation_log`, with which undo deletes the lesson. */
export async function insertLesson(
  sql: ISql,
  { id, decision, isSpam, who, features }: Omit<Lesson, 'network'> & { id: string; decision: string },
): Promise<void> {
  await sql`
    insert into spam_lessons (decision, listing_id, is_spam, who, network, version, features)
    select
      ${decision}::bigint, ${id}, ${isSpam}, ${who},
      (select network from post_traces where listing_id = ${id}), ${featureVersion}, ${features}::integer[]
  `
}

/** The newest of each listing, in the order of the decisions. Without those of versions with other features. */
export function listLessons(sql: ISql): Promise<Lesson[]> {
  return sql<Lesson[]>`
    select is_spam, who, network, to_json(features) as features
    from (
      select distinct on (listing_id) * from spam_lessons order by listing_id, decision desc
    ) as newest
    where is_spam is not null and version = ${featureVersion}
    order by decision
  `
}

export async function deleteLesson(sql: ISql, decision: string): Promise<void> {
  await sql`delete from spam_lessons where decision = ${decision}::bigint`
}

/** When its owner deletes a listing. What it taught as spam stays, or spammers could undo it. */
export async function deleteLessonsOfOwner(sql: ISql, id: string): Promise<void> {
  await sql`delete from spam_lessons where listing_id = ${id} and is_spam is not true`
}

/** All lessons, or those of one listing. Returns their number. */
export async function forgetLessons(sql: ISql, id: string | undefined): Promise<number> {
  const { count } = await sql`
    delete from spam_lessons where ${id === undefined ? sql`true` : sql`listing_id = ${id}`}
  `
  return count
}

export async function deleteOldLessons(sql: ISql): Promise<void> {
  await sql`
    delete from spam_lessons
    where decided_at < now() - interval '1 year'
      or decision <= (select decision from spam_lessons order by decision desc offset ${maxLessons} limit 1)
  `
}

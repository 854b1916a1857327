import type { ISql } from 'postgres'

export async function wasSuggested(sql: ISql, id: string): Promise<boolean> {
  const rows = await sql`select from moderation_log where target = ${id} and what = 'suggest' limit 1`
  return rows.length > 0
}

/** Skips those that are logged already. A suggestion has a page only if it is logged. */
export async function logSuggestions(sql: ISql, ids: string[]): Promise<void> {
  await sql`
    insert into moderation_log (who, what, target)
    select 'visitor', 'suggest', event from unnest(${ids}::uuid[]) as event
    where not exists (select from moderation_log where target = event and what = 'suggest')
  `
}

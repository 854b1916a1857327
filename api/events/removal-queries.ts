import type { Fragment, ISql } from 'postgres'

/** Tombstone of an event (its id) or a venue (its document's id). `removedAt` is ISO 8601 in UTC, by the Content Lake's clock. */
export type Removal = { id: string; removedAt: string }

export function upsertRemovals(sql: ISql, removals: Removal[], condition: Fragment) {
  return sql`
    insert into removed_records (id, removed_at)
    select id, "removedAt"
    from jsonb_to_recordset(${sql.json(removals)}) as given (id text, "removedAt" timestamptz)
    where ${condition}
    on conflict (id) do update set removed_at = greatest(removed_records.removed_at, excluded.removed_at)
  `
}

export type Removals = ReadonlyMap<string, Date>

export async function listRemovals(sql: ISql): Promise<Removals> {
  const rows = await sql<Array<{ id: string; removedAt: Date }>>`
    select id, removed_at
    from removed_records
  `
  return new Map(rows.map(({ id, removedAt }) => [id, removedAt]))
}

/** Whether a document in this state was removed later. `updatedAt` is ISO 8601. */
export function isRemoved(removals: Removals, id: string, updatedAt: string): boolean {
  return (removals.get(id)?.getTime() ?? Number.NEGATIVE_INFINITY) >= Date.parse(updatedAt)
}

/** Deletes the tombstones of `ids` unless renewed since, and all whose event or venue was published again. */
export async function deleteRemovals(sql: ISql, removals: Removals, ids: string[]): Promise<void> {
  const given = ids.map((id) => ({ id, removedAt: removals.get(id) ?? null }))
  await sql`
    delete from removed_records
    using jsonb_to_recordset(${sql.json(given)}) as given (id text, "removedAt" timestamptz)
    where removed_records.id = given.id and removed_records.removed_at = given."removedAt"
  `
  await sql`
    delete from removed_records
    using (
      select id::text, content_updated_at from events
      union all
      select id, content_updated_at from venues
    ) as present
    where removed_records.id = present.id and removed_records.removed_at < present.content_updated_at
  `
}

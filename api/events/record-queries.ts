import postgres, { type Fragment, type ISql, type JSONValue } from 'postgres'

/** Both have `id`, `content_rev`, `content_updated_at` and `updated_at`. */
export type RecordTable = 'events' | 'venues'

/** The columns in camelCase; absent ones are null. Instants are ISO 8601 in UTC. */
export type RecordRow = Readonly<Record<string, JSONValue | undefined>>

function listColumns(sql: ISql, table: RecordTable) {
  const own =
    table === 'venues'
      ? sql`name, address, latitude, longitude, url`
      : sql`
          content_id, title, date, organizers, location, description, url, price, registration_type, topics, types,
          ends_at, all_day, status, former_date, address, organizer_url, series, language, venue_id, image,
          recording_url, slides_url
        `
  return sql`content_rev, content_updated_at, updated_at, ${own}`
}

/**
 * Ignores records older than the stored row or removal. At the same instant (the Content Lake's clock may tick in seconds)
 * the later call wins.
 */
export function upsertRecords(
  sql: ISql,
  table: RecordTable,
  rows: readonly RecordRow[],
  condition: Fragment = sql`true`,
) {
  const columns = listColumns(sql, table)
  const given = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [postgres.fromCamel(name), value])),
  )
  return sql`
    insert into ${sql(table)} as stored (id, ${columns})
    select id, ${columns}
    from jsonb_populate_recordset(null::${sql(table)}, ${sql.json(given)}) as given
    where not exists (
        select from removed_records
        where removed_records.id = given.id::text and removed_records.removed_at >= given.content_updated_at
      )
      and ${condition}
    on conflict (id) do update set (${columns}) = (select ${columns} from (select excluded.*) as newer)
    where stored.content_updated_at is null
      or stored.content_updated_at < excluded.content_updated_at
      or (stored.content_updated_at = excluded.content_updated_at and stored.content_rev <> excluded.content_rev)
  `
}

/** `id` is that of an event, or of a venue's document. `removedAt` is ISO 8601 in UTC, by the Content Lake's clock. */
export type Removal = { id: string; removedAt: string }

/** Keeps records published again since. The events of a venue stay. Returns the number of rows deleted. */
export async function removeRecords(sql: ISql, table: RecordTable, removals: readonly Removal[]) {
  const { count } = await sql`with ${deleteRecords(sql, table, removals)} select from removed`
  return count
}

/** Two parts of a WITH clause, which also store tombstones against older changes. */
export function deleteRecords(
  sql: ISql,
  table: RecordTable,
  removals: readonly Removal[],
  condition: Fragment = sql`true`,
) {
  const given = removals.map(({ id, removedAt }) => ({ id, updated_at: removedAt }))
  return sql`
    remembered as (
      insert into removed_records (id, removed_at)
      select id::text, updated_at
      from jsonb_populate_recordset(null::${sql(table)}, ${sql.json(given)})
      where ${condition}
      on conflict (id) do update set removed_at = greatest(removed_records.removed_at, excluded.removed_at)
    ),
    removed as (
      delete from ${sql(table)} as stored
      using jsonb_populate_recordset(null::${sql(table)}, ${sql.json(given)}) as given
      where stored.id = given.id and stored.content_updated_at <= given.updated_at and ${condition}
      returning stored.id
    )
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

export type SyncedRevision = { id: string; documentId: string; revision: string; updatedAt: Date }

export async function findVenueRevision(sql: ISql, id: string): Promise<string | undefined> {
  const [row] = await sql<Array<{ revision: string }>>`
    select content_rev as revision from venues where id = ${id} and content_rev is not null
  `
  return row?.revision
}

/** Only of records that have a document. */
export async function listRevisions(sql: ISql, table: RecordTable): Promise<SyncedRevision[]> {
  return sql<SyncedRevision[]>`
    select
      id,
      ${sql(table === 'events' ? 'content_id' : 'id')} as document_id,
      content_rev as revision,
      content_updated_at as updated_at
    from ${sql(table)}
    where content_rev is not null
  `
}

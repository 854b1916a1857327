import type { ISql } from 'postgres'

/**
 * What a database knows of the content, also before its migrations: its source, and whether it has rows of the content
 * (a database of an earlier version has no source).
 */
export async function findKnownContent(sql: ISql): Promise<{ source?: string; hasRows: boolean }> {
  const [has] = await sql<[{ source: boolean; changes: boolean }]>`
    select
      to_regclass('content_source') is not null as source,
      to_regclass('content_changes') is not null as changes
  `
  const [known] = has.source ? await sql<Array<{ source: string }>>`select source from content_source` : []
  const rows = has.changes
    ? await sql`
        select from events where content_id is not null
        union all
        select from content_changes
        limit 1
      `
    : []
  return { ...known, hasRows: rows.length > 0 }
}

/** Stores the source of a database that has none, and returns the one it has: that of the first of several processes. */
export async function claimContentSource(sql: ISql, source: string): Promise<string> {
  await sql`
    insert into content_source (source)
    values (${source})
    on conflict do nothing
  `
  const [known] = await sql<[{ source: string }]>`select source from content_source`
  return known.source
}

export async function acceptContentSource(sql: ISql, source: string): Promise<void> {
  await sql`
    insert into content_source (source)
    values (${source})
    on conflict (only_row) do update set source = excluded.source, accepted_at = now()
  `
}

/** The newest change of the accepted source that the database has received. */
export async function findLastChange(sql: ISql): Promise<{ revision: string; updatedAt: Date } | undefined> {
  const [change] = await sql<Array<{ revision: string; updatedAt: Date }>>`
    select revision, updated_at
    from content_changes
    where received_at > (select accepted_at from content_source)
    order by updated_at desc, id desc
    limit 1
  `
  return change
}

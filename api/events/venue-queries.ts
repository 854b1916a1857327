import type { Fragment, ISql } from 'postgres'
import type { Venue } from '#domain/events/event.ts'
import { type Removal, upsertRemovals } from './removal-queries.ts'

/** `id` is the document's. `updatedAt` is ISO 8601 in UTC. */
export type SyncedVenue = Pick<Venue, 'name' | 'address' | 'url'> & {
  latitude?: number | undefined
  longitude?: number | undefined
  id: string
  revision: string
  updatedAt: string
}

/** Ignores a venue that is older than the stored row or removal. */
export function upsertVenue(sql: ISql, venue: SyncedVenue, condition: Fragment) {
  return sql`
    insert into venues (id, name, address, latitude, longitude, url, updated_at, content_rev, content_updated_at)
    select
      id, name, address, latitude, longitude, url, "updatedAt", revision, "updatedAt"
    from jsonb_to_record(${sql.json(venue)}) as given (
      id text, name text, address text, latitude double precision, longitude double precision, url text,
      revision text, "updatedAt" timestamptz
    )
    where not exists (
        select from removed_records
        where removed_records.id = given.id and removed_records.removed_at >= given."updatedAt"
      )
      and ${condition}
    on conflict (id) do update set
      name = excluded.name,
      address = excluded.address,
      latitude = excluded.latitude,
      longitude = excluded.longitude,
      url = excluded.url,
      updated_at = excluded.updated_at,
      content_rev = excluded.content_rev,
      content_updated_at = excluded.content_updated_at
    where venues.content_updated_at is null or venues.content_updated_at <= excluded.content_updated_at
  `
}

/** Keeps a venue that was changed after `removedAt`. The venue's events stay. */
export function deleteVenue(sql: ISql, { id, removedAt }: Removal, condition: Fragment) {
  return sql`
    delete from venues
    where id = ${id} and content_updated_at <= ${removedAt} and ${condition}
  `
}

/** Also stores a tombstone against older changes. */
export async function removeVenue(sql: ISql, removal: Removal): Promise<void> {
  await sql`
    with remembered as (${upsertRemovals(sql, [removal], sql`true`)})
    ${deleteVenue(sql, removal, sql`true`)}
  `
}

type VenueRevision = { documentId: string; revision: string; updatedAt: Date }

/** Only venues that have a document. */
export async function listVenueRevisions(sql: ISql): Promise<VenueRevision[]> {
  return sql<VenueRevision[]>`${selectRevisions(sql)}`
}

export async function findVenueRevision(sql: ISql, id: string): Promise<VenueRevision | undefined> {
  const [row] = await sql<VenueRevision[]>`${selectRevisions(sql)} and id = ${id}`
  return row
}

function selectRevisions(sql: ISql) {
  return sql`
    select id as document_id, content_rev as revision, content_updated_at as updated_at
    from venues
    where content_rev is not null
  `
}

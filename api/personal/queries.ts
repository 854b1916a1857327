import type { ISql } from 'postgres'
import { maxCalendars } from '#domain/events/personal-calendar.ts'

/** `events` is null once the calendar was given up. */
type StoredCalendar = { version: string; events: string[] | null }

const version = (sql: ISql) => sql`extract(epoch from changed_at)::text as version`

export async function findCalendar(sql: ISql, id: Buffer): Promise<StoredCalendar | undefined> {
  const [found] = await sql<StoredCalendar[]>`
    select ${version(sql)}, events from personal_calendars where id = ${id}
  `
  return found
}

/**
 * Replaces `previous`, or creates the calendar if there is none. Ignores ids that are of no event, now or before it was
 * removed. Returns undefined and changes nothing if another version is stored.
 */
export async function saveCalendar(
  sql: ISql,
  id: Buffer,
  { events, previous }: { events: readonly string[]; previous: string | undefined },
): Promise<{ version: string; events: string[] } | undefined> {
  const known = sql`array(
    select id from events where id = any(${events}::uuid[])
    union
    select id::uuid from removed_records where id = any(${events}::uuid[]::text[])
  )`
  const [saved] = await sql<Array<{ version: string; events: string[] }>>`
    ${
      previous === undefined
        ? sql`insert into personal_calendars (id, events) values (${id}, ${known}) on conflict do nothing`
        : sql`
            update personal_calendars
            set events = ${known}, changed_at = clock_timestamp(), read_on = current_date
            where id = ${id} and events is not null and extract(epoch from changed_at)::text = ${previous}
          `
    }
    returning ${version(sql)}, events
  `
  return saved
}

/** Leaves a tombstone, so that its address and key answer 410. */
export async function deleteCalendar(sql: ISql, id: Buffer): Promise<void> {
  await sql`
    insert into personal_calendars (id, events) values (${id}, null)
    on conflict (id) do update set events = null, changed_at = clock_timestamp()
  `
}

export async function recordRead(sql: ISql, id: Buffer): Promise<void> {
  await sql`update personal_calendars set read_on = current_date where id = ${id} and read_on < current_date`
}

/** Deletes calendars that were neither read nor changed for 400 days. */
export async function deleteUnusedCalendars(sql: ISql): Promise<void> {
  await sql`
    delete from personal_calendars
    where read_on < current_date - 400 and changed_at < now() - interval '400 days'
  `
}

/** Whether there are so many calendars that no new one is taken. */
export async function areCalendarsFull(sql: ISql): Promise<boolean> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
    from (select from personal_calendars limit ${maxCalendars}) as known
  `
  return row.count >= maxCalendars
}

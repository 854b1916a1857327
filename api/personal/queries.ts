import type { ISql } from 'postgres'
import { type CalendarChange, mostCalendars, mostStarred } from '#domain/events/personal-calendar.ts'

/** `events` is null once the calendar was given up. */
type StoredCalendar = { events: string[] | null }

export async function findCalendar(sql: ISql, id: Buffer): Promise<StoredCalendar | undefined> {
  const [found] = await sql<StoredCalendar[]>`select events from personal_calendars where id = ${id}`
  return found
}

/**
 * Ignores ids to add that are of no event, now or before it was removed. Returns undefined and changes nothing if there
 * would be too many events, or if the calendar was given up.
 */
export async function changeCalendar(
  sql: ISql,
  id: Buffer,
  { add, remove }: CalendarChange,
): Promise<{ events: string[] } | undefined> {
  const added = sql`array(
    select id from events where id = any(${add}::uuid[])
    union
    select id::uuid from removed_records where id = any(${add}::uuid[]::text[])
  )`
  const [changed] = await sql<Array<{ events: string[] }>>`
    insert into personal_calendars as present (id, events)
    values (${id}, array(select unnest(${added}) except select unnest(${remove}::uuid[])))
    on conflict (id) do update set
      events = array(select unnest(present.events || ${added}) except select unnest(${remove}::uuid[])),
      changed_at = now(),
      read_on = current_date
    where present.events is not null and ${mostStarred} >= (
      select count(*)
      from (select unnest(present.events || ${added}) except select unnest(${remove}::uuid[])) as next
    )
    returning events
  `
  return changed
}

/** Leaves a tombstone, so that its address and key answer 410. */
export async function deleteCalendar(sql: ISql, id: Buffer): Promise<void> {
  await sql`
    insert into personal_calendars (id, events) values (${id}, null)
    on conflict (id) do update set events = null, changed_at = now()
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
    from (select from personal_calendars limit ${mostCalendars}) as known
  `
  return row.count >= mostCalendars
}

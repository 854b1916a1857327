import type { ISql } from 'postgres'
import { type CalendarChange, mostStarred } from '#domain/events/personal-calendar.ts'

/** `events` is null once the calendar was given up. */
type StoredCalendar = { events: string[] | null }

export async function findCalendar(sql: ISql, id: Buffer): Promise<StoredCalendar | undefined> {
  const [found] = await sql<StoredCalendar[]>`select events from personal_calendars where id = ${id}`
  return found
}

/** Returns undefined and changes nothing if there would be too many events, or if the calendar was given up. */
export async function changeCalendar(
  sql: ISql,
  id: Buffer,
  { add, remove }: CalendarChange,
): Promise<{ events: string[] } | undefined> {
  const [changed] = await sql<Array<{ events: string[] }>>`
    insert into personal_calendars as present (id, events)
    values (${id}, array(select unnest(${add}::uuid[]) except select unnest(${remove}::uuid[])))
    on conflict (id) do update set
      events = array(
        select unnest(present.events || ${add}::uuid[]) except select unnest(${remove}::uuid[])
      ),
      changed_at = now(),
      read_on = current_date
    where present.events is not null and ${mostStarred} >= (
      select count(*)
      from (select unnest(present.events || ${add}::uuid[]) except select unnest(${remove}::uuid[])) as next
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

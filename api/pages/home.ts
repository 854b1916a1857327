import { summarizeDay } from '#domain/events/event-days.ts'
import { messages } from '#domain/language.ts'
import type { ListingLocation } from '#domain/listings/catalogue.ts'
import { addDays, isDay, lastDayOf, toDay, toMonth, weekdayOf } from '#domain/pacific.ts'
import type { HomeView, ViewOf } from '#domain/pages/page-view.ts'
import { longestQuery } from '#domain/search.ts'
import { endOfDay, type Shown } from '../answers/sources.ts'
import type { Database } from '../database/open.ts'
import { RequestError } from '../errors.ts'
import type { Calendar } from '../events/calendar.ts'
import { isDatabaseAway } from '../runtime/postgres-errors.ts'
import type { Client } from '../search/fair-queue.ts'
import { search } from '../search/search.ts'

type Results = NonNullable<HomeView['results']>

type Parts = { sql: Database; calendar: Calendar }

export type HomeQuery = {
  text: string
  city: ListingLocation | undefined
  /** As in the address; invalid values count as absent. */
  month: string | undefined
  day: string | undefined
}

/** `client` is for the search queue. */
export async function viewHome(
  { sql, calendar }: Parts,
  query: HomeQuery,
  { now, client }: { now: Date; client: Client },
): Promise<Shown<ViewOf<'home'>>> {
  const { text, city } = query
  const snapshot = await calendar.read()
  const dates = readDates(query, now)
  const listed = listDays(dates).map((day) => [day, summarizeDay(snapshot.listDay(day))] as const)
  const days = Object.fromEntries(listed.filter(([, { count }]) => count > 0))
  const found = text === '' ? undefined : await find(sql, query, { now, client })
  const results = found && { text, answer: found.value }
  return {
    value: { page: 'home', city, ...dates, days, results },
    sources: ['events', ...(found?.sources ?? [])],
    until: found?.until ?? endOfDay(now),
  }
}

export function viewHomeAway(query: HomeQuery, now: Date): ViewOf<'home'> {
  const { text, city } = query
  const results = text === '' ? undefined : ({ text, answer: 'away' } as const)
  const fault = messages().answers.eventsAway
  return { page: 'home', city, ...readDates(query, now), days: undefined, fault, results }
}

type Dates = Pick<HomeView, 'today' | 'month' | 'day'>

function readDates({ month, day }: HomeQuery, now: Date): Dates {
  const today = toDay(now)
  const shownDay = day !== undefined && isDay(day) ? day : today
  const isMonth = month !== undefined && /^\d{4}-\d{2}$/.test(month) && isDay(`${month}-01`)
  return { today, day: shownDay, month: isMonth ? month : toMonth(shownDay) }
}

function listDays({ today, month, day }: Dates): string[] {
  const count = (first: string, length: number) =>
    Array.from({ length }, (_, distance) => addDays(first, distance))
  const ofMonth = count(`${month}-01`, Number(lastDayOf(month).slice(8)))
  return [...new Set([...ofMonth, ...count(addDays(day, -weekdayOf(day)), 7), ...count(today, 2)])]
}

async function find(
  sql: Database,
  { text, city }: HomeQuery,
  { now, client }: { now: Date; client: Client },
): Promise<Shown<Results['answer']>> {
  if ([...text].length > longestQuery) return { value: 'tooLong', sources: [] }
  try {
    return await search(sql, { written: text, city, now, client })
  } catch (error) {
    // Others may share this search: the cache makes it again for them.
    if (client.signal.aborted) throw error
    // Stale at once: not to be kept.
    if (error instanceof RequestError || isDatabaseAway(error)) {
      return { value: 'away', sources: [], until: now.getTime() }
    }
    throw error
  }
}

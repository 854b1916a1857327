import { summarizeDay } from '#domain/events/event-days.ts'
import { allEvents, filterEvents } from '#domain/events/event-filters.ts'
import { messages } from '#domain/language.ts'
import { type HomeCity, toOneCity } from '#domain/listings/catalogue.ts'
import { addDays, isDay, listDays, listDaysOfMonth, toDay, toMonth } from '#domain/pacific.ts'
import type { BoardSummary, HomeView, ViewOf } from '#domain/pages/page-view.ts'
import { maxQueryLength } from '#domain/search.ts'
import { endOfDay, type Cacheable } from '../answers/sources.ts'
import type { ReadHeavy } from '../database/replica.ts'
import { RequestError } from '../errors.ts'
import type { openBoard } from '../listings/board.ts'
import type { Calendar } from '../events/calendar.ts'
import { isDatabaseUnavailable } from '../runtime/postgres-errors.ts'
import type { Client } from '../search/fair-queue.ts'
import { search } from '../search/search.ts'

type Results = NonNullable<HomeView['results']>

/** `studioAddress`: shown while there are no listings and no events. */
type Dependencies = {
  readHeavy: ReadHeavy
  calendar: Calendar
  readBoard: ReturnType<typeof openBoard>
  studioAddress?: string | undefined
}

export type HomeQuery = {
  text: string
  city: HomeCity | undefined
  /** As in the address; an invalid one counts as absent. */
  month: string | undefined
}

const laterShown = 6

/** `client` is for the search queue. */
export async function viewHome(
  { readHeavy, calendar, readBoard, studioAddress }: Dependencies,
  query: HomeQuery,
  { now, client }: { now: Date; client: Client },
): Promise<Cacheable<ViewOf<'home'>>> {
  const { text, city } = query
  const [board, found] = await Promise.all([
    readBoard(now),
    text === '' ? undefined : find(readHeavy, query, { now, client }),
  ])
  const snapshot = await calendar.read()
  const all = snapshot.listAll()
  const dates = readDates(query, now)
  const shown = new Set([...listDaysOfMonth(dates.month), ...listDays(dates.today, 7)])
  const listed = [...shown].map((day) => [day, summarizeDay(snapshot.listDay(day))] as const)
  const days = Object.fromEntries(listed.filter(([, { count }]) => count > 0))
  // From the day after tomorrow to seven days from today (spec, section 9).
  const later = listDays(addDays(dates.today, 2), 6).flatMap((day) =>
    snapshot.listDay(day).filter((event) => event.day === day),
  )
  const week = filterEvents(all, { ...allEvents, date: 'week' }, { ...dates, specific: undefined })
  return {
    value: {
      page: 'home',
      city,
      ...dates,
      days,
      board: board.value,
      later: { ...summarizeDay(later, laterShown), count: week.length },
      results: found && { text, answer: found.value },
      studioAddress: isEmpty(board.value) && all.length === 0 ? studioAddress : undefined,
    },
    sources: ['events', ...board.sources, ...(found?.sources ?? [])],
    until: Math.min(endOfDay(now), board.until ?? Infinity, found?.until ?? Infinity),
  }
}

export function viewUnavailableHome(query: HomeQuery, now: Date): ViewOf<'home'> {
  const { text, city } = query
  const results = text === '' ? undefined : ({ text, answer: 'away' } as const)
  const fault = messages().answers.eventsUnavailable
  const unread = { days: undefined, board: undefined, later: undefined }
  return { page: 'home', city, ...readDates(query, now), ...unread, fault, results }
}

function readDates({ month }: HomeQuery, now: Date) {
  const today = toDay(now)
  const isMonth = month !== undefined && /^\d{4}-\d{2}$/.test(month) && isDay(`${month}-01`)
  return { today, month: isMonth ? month : toMonth(today) }
}

function isEmpty(board: BoardSummary | undefined): boolean {
  return board !== undefined && Object.values(board.newest).every((listings) => listings.length === 0)
}

async function find(
  readHeavy: ReadHeavy,
  { text, city }: HomeQuery,
  { now, client }: { now: Date; client: Client },
): Promise<Cacheable<Results['answer']>> {
  if ([...text].length > maxQueryLength) return { value: 'tooLong', sources: [] }
  try {
    return await search(readHeavy, { written: text, city: toOneCity(city), now, client })
  } catch (error) {
    // Other requests may share this search: the cache repeats it for them.
    if (client.signal.aborted) throw error
    // Stale at once, so it is not cached.
    if (error instanceof RequestError || isDatabaseUnavailable(error)) {
      return { value: 'away', sources: [], until: now.getTime() }
    }
    throw error
  }
}

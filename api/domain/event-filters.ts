import { type CalendarEvent, eventTypes, neighborhoods, topics, venues } from '#domain/event.ts'
import { words } from '#domain/language.ts'
import { addDays, addMonthToDay, startOfDay, toDay } from '#domain/pacific.ts'

/** What the date filter offers (spec, section 3); `specific` only where the path has a date. */
export const dateOptions = ['all', 'specific', 'today', 'week', 'month'] as const

export type DateOption = (typeof dateOptions)[number]

/** The five filters of the events screen; `all` keeps everything. */
export type EventFilters = {
  date: DateOption
  venue: string
  topic: string
  neighborhood: string
  type: string
}

export const allEvents: EventFilters = {
  date: 'all',
  venue: 'all',
  topic: 'all',
  neighborhood: 'all',
  type: 'all',
}

/** The five filters in their order, each with what it offers, as it stands in an address. */
export const filterOptions: ReadonlyArray<[name: keyof EventFilters, options: readonly string[]]> = [
  ['date', dateOptions],
  ['venue', ['all', ...venues]],
  ['topic', ['all', ...topics]],
  ['neighborhood', ['all', ...neighborhoods]],
  ['type', ['all', ...eventTypes]],
]

function topicOf(name: string): string {
  const { topics: names } = words()
  return Object.hasOwn(names, name) ? (names[name] ?? name) : name
}

/** What a filter offers as people read it. Venues and neighborhoods are proper names. */
export function labelOf(name: keyof EventFilters, option: string): string {
  const { all, dates } = words().events
  if (option === 'all') return all
  if (name === 'date') return dates[option as keyof typeof dates]
  return name === 'topic' || name === 'type' || option === 'Other' ? topicOf(option) : option
}

/** An event with what every filter and list asks of it worked out once: its day, and its location without case. */
export type DatedEvent = CalendarEvent & { day: string; place: string }

/** Every day has these: the shortest has lost its hour. In milliseconds. */
const shortestDay = 23 * 3_600_000

/**
 * Works out once what a list of thousands would otherwise work out at each keystroke. What a zone says of an instant
 * costs, so events by time ask it once or twice a day.
 */
export function dateEvents(events: readonly CalendarEvent[]): DatedEvent[] {
  let day = ''
  let start = Number.POSITIVE_INFINITY
  return events.map((event) => {
    const instant = Date.parse(event.date)
    if (!(start <= instant && instant < start + shortestDay)) {
      day = toDay(event.date)
      start = startOfDay(day).getTime()
    }
    return { ...event, day, place: event.location.toLowerCase() }
  })
}

/** The days that a date filter keeps, first and last, or undefined for all of them. */
function daysOf(option: DateOption, { today, specific }: { today: string; specific: string | undefined }) {
  switch (option) {
    case 'specific':
      return specific === undefined ? undefined : { first: specific, last: specific }
    case 'today':
      return { first: today, last: today }
    case 'week':
      return { first: today, last: addDays(today, 7) }
    case 'month':
      return { first: today, last: addMonthToDay(today, 1) }
    case 'all':
      return undefined
  }
}

/** Whether a place names this choice. `Other` is every place that names none of the others. */
function matchPlace(chosen: string, choices: readonly string[]): (event: DatedEvent) => boolean {
  if (chosen === 'all') return () => true
  const wanted = chosen.toLowerCase()
  if (chosen !== 'Other') return ({ place }) => place.includes(wanted)
  const named = choices.filter((choice) => choice !== 'Other').map((choice) => choice.toLowerCase())
  return ({ place }) => !named.some((name) => place.includes(name))
}

/** An event that carries no topic, or no type, stays: the spec's events carry neither. */
function matchCarried(chosen: string, read: (event: DatedEvent) => string[]): (event: DatedEvent) => boolean {
  if (chosen === 'all') return () => true
  return (event) => read(event).length === 0 || read(event).includes(chosen)
}

/** The events that every filter keeps, in their order. `today` and `specific` are days. */
export function filterEvents(
  events: readonly DatedEvent[],
  filters: EventFilters,
  days: { today: string; specific: string | undefined },
): DatedEvent[] {
  const range = daysOf(filters.date, days)
  const rules = [
    matchPlace(filters.venue, venues),
    matchPlace(filters.neighborhood, neighborhoods),
    matchCarried(filters.topic, (event) => event.topics),
    matchCarried(filters.type, (event) => event.types),
  ]
  return events.filter(
    (event) =>
      (range === undefined || (range.first <= event.day && event.day <= range.last)) &&
      rules.every((keeps) => keeps(event)),
  )
}

/** Events of today and later, by time, and those of days past, newest first. Takes events by time. */
export function splitByDay(events: readonly DatedEvent[], today: string) {
  const upcoming = events.filter(({ day }) => day >= today)
  const past = events.filter(({ day }) => day < today).toReversed()
  return { upcoming, past }
}

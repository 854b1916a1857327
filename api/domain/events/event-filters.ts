import { cleanText } from '#domain/clean-text.ts'
import {
  type CalendarEvent,
  describePlace,
  eventTypes,
  nameLabel,
  neighborhoods,
  topics,
  venues,
} from '#domain/events/event.ts'
import { fill, plural, messages } from '#domain/language.ts'
import { lastListedDay } from '#domain/events/when.ts'
import { addDays, addMonthToDay, toDay } from '#domain/pacific.ts'

/** The date filter (spec, section 3). `specific` is offered only where the path has a date. */
export const dateOptions = ['all', 'specific', 'today', 'week', 'month'] as const

type DateOption = (typeof dateOptions)[number]

export type EventFilters = { date: DateOption } & Record<'venue' | 'topic' | 'neighborhood' | 'type', string>

export const allEvents: EventFilters = {
  date: 'all',
  venue: 'all',
  topic: 'all',
  neighborhood: 'all',
  type: 'all',
}

/** In the order of the page, with the values of the query string. */
export const filterOptions: ReadonlyArray<[name: keyof EventFilters, options: readonly string[]]> = [
  ['date', dateOptions],
  ['venue', ['all', ...venues]],
  ['topic', ['all', ...topics]],
  ['neighborhood', ['all', ...neighborhoods]],
  ['type', ['all', ...eventTypes]],
]

/** Venues and neighborhoods are proper names and not translated. */
export function labelOf(name: keyof EventFilters, option: string): string {
  const { all, dates } = messages().events
  if (option === 'all') return all[name]
  if (name === 'date') return dates[option as keyof typeof dates]
  return name === 'topic' || name === 'type' || option === 'Other' ? nameLabel(option) : option
}

/** `day`, `lastDay` and `place`, the text of `describePlace` in lower case, are computed once for all filters. */
export type DatedEvent = CalendarEvent & { day: string; lastDay: string; place: string }

/** `toDay` is slow: it runs once for each hour, within which the day does not change. */
export function dateEvents(events: readonly CalendarEvent[]): DatedEvent[] {
  const days = new Map<number, string>()
  const findDay = (instant: string) => {
    const hour = Math.floor(Date.parse(instant) / 3_600_000)
    const day = days.get(hour) ?? toDay(instant)
    days.set(hour, day)
    return day
  }
  return events.map((event) => {
    const day = findDay(event.date)
    const lastDay = lastListedDay(event, day, findDay)
    return { ...event, day, lastDay, place: cleanText(describePlace(event), 'one').toLowerCase() }
  })
}

/** `specific` is the day of the path. */
type Days = { today: string; specific: string | undefined }

/** The day, if the list is filtered by a single day and nothing else. */
export function findOnlyDay({ date, ...others }: EventFilters, days: Days): string | undefined {
  const { first, last } = daysOf(date, days) ?? {}
  return first === last && Object.values(others).every((value) => value === 'all') ? first : undefined
}

function daysOf(option: DateOption, { today, specific }: Days): { first: string; last: string } | undefined {
  if (option === 'specific') return specific === undefined ? undefined : { first: specific, last: specific }
  const last = { all: undefined, today, week: addDays(today, 7), month: addMonthToDay(today, 1) }[option]
  return last === undefined ? undefined : { first: today, last }
}

/** `Other` matches places that name none of the other choices. */
function matchPlace(chosen: string, choices: readonly string[]): (event: DatedEvent) => boolean {
  if (chosen === 'all') return () => true
  const wanted = chosen.toLowerCase()
  if (chosen !== 'Other') return ({ place }) => place.includes(wanted)
  const named = choices.filter((choice) => choice !== 'Other').map((choice) => choice.toLowerCase())
  return ({ place }) => !named.some((name) => place.includes(name))
}

/** An event without topics, or without types, passes that filter. */
export function filterEvents(events: readonly DatedEvent[], filters: EventFilters, days: Days): DatedEvent[] {
  const range = daysOf(filters.date, days)
  const isThere = [matchPlace(filters.venue, venues), matchPlace(filters.neighborhood, neighborhoods)]
  const labels = chosenLabels(filters)
  return events.filter(
    (event) =>
      (range === undefined || (range.first <= event.lastDay && event.day <= range.last)) &&
      isThere.every((matches) => matches(event)) &&
      labels.every(({ chosen, read }) => read(event).length === 0 || read(event).includes(chosen)),
  )
}

function chosenLabels({ topic, type }: EventFilters) {
  return [
    { name: 'topic' as const, chosen: topic, read: (event: DatedEvent) => event.topics },
    { name: 'type' as const, chosen: type, read: (event: DatedEvent) => event.types },
  ].filter(({ chosen }) => chosen !== 'all')
}

export type EventGroup<Event = DatedEvent> = {
  /** The chosen topic and type, or `no topic named` and `no type named`. Undefined if neither filter is set. */
  label: string | undefined
  /** Not ended yet, by time. An event that has begun has today, or the first day of the filter, as its `day`. */
  upcoming: Event[]
  /** Ended: latest day first, each day by time. */
  past: Event[]
}

/**
 * The events that pass every filter. If a topic or type is chosen, events that have it come first; events without any
 * topic or type follow in further groups. Only the first group may be empty. `events`: sorted by time.
 */
export function groupEvents(events: readonly DatedEvent[], filters: EventFilters, days: Days): EventGroup[] {
  const labels = chosenLabels(filters)
  const first = daysOf(filters.date, days)?.first
  // A digit for each label, 1 if the event lacks it.
  const byLacks = Map.groupBy(filterEvents(events, filters, days), (event) =>
    labels.map(({ read }) => Number(read(event).length === 0)).join(''),
  )
  const matching = '0'.repeat(labels.length)
  return [...new Set([matching, ...byLacks.keys()])].toSorted().map((lacks) => {
    const names = labels.map(({ name, chosen }, index) =>
      lacks[index] === '1' ? messages().events.notGiven[name] : labelOf(name, chosen),
    )
    const kept = byLacks.get(lacks) ?? []
    const ended = kept.filter(({ lastDay }) => lastDay < days.today)
    const others = kept.filter(({ lastDay }) => lastDay >= days.today)
    return {
      label: names.length > 0 ? names.join(', ') : undefined,
      upcoming: listFrom(others, first ?? days.today),
      past: latestDayFirst(listFrom(ended, first)),
    }
  })
}

function listFrom(events: DatedEvent[], first: string | undefined): DatedEvent[] {
  if (first === undefined) return events
  return events.map((event) => (event.day < first ? { ...event, day: first } : event))
}

function latestDayFirst(events: DatedEvent[]): DatedEvent[] {
  return [...Map.groupBy(events, ({ day }) => day).values()].toReversed().flat()
}

export function countEvents(groups: ReadonlyArray<EventGroup<unknown>>): number {
  return groups.reduce((count, { upcoming, past }) => count + upcoming.length + past.length, 0)
}

/** `3 events`; with a topic or type `3 AI events. 2 events name no topic.` or `no AI events. 2 events name no topic:`. */
export function describeCount(groups: ReadonlyArray<EventGroup<unknown>>, filters: EventFilters): string {
  const { count, introduces, lacking, matching, noneMatching } = messages().events
  const [total, matches] = [countEvents(groups), countEvents(groups.slice(0, 1))]
  const labels = chosenLabels(filters)
  const [label] = labels
  if (total === 0 || !label) return plural(count, total)
  const name = labels.map((each) => labelOf(each.name, each.chosen)).join(' + ')
  const ofName = matches === 0 ? fill(noneMatching, { name }) : plural(matching, matches, { name })
  if (total === matches) return ofName
  const others = plural(lacking[labels.length > 1 ? 'either' : label.name], total - matches)
  return `${ofName}. ${matches === 0 ? fill(introduces, { text: others }) : `${others}.`}`
}

/** The filters in words, such as `SHACK15` and `AI or no topic named`. Without the day of the path. */
export function nameFilters(filters: EventFilters): string[] {
  const { either, notGiven } = messages().events
  return filterOptions
    .filter(([name]) => !['all', 'specific'].includes(filters[name]))
    .map(([name]) => {
      const label = labelOf(name, filters[name])
      return name === 'topic' || name === 'type' ? fill(either, { name: label, none: notGiven[name] }) : label
    })
}

/** `title: SHACK15 · AI or no topic named`. */
export function titleFiltered(title: string, filters: EventFilters): string {
  const value = nameFilters(filters).join(' · ')
  return value === '' ? title : fill(messages().events.named, { name: title, value })
}

/** `limit` events from `offset` on. Empty groups are dropped. */
export function takeEvents<Event>(
  groups: ReadonlyArray<EventGroup<Event>>,
  offset: number,
  limit: number,
): Array<EventGroup<Event>> {
  let before = 0
  const take = (events: Event[]) => {
    const taken = events.slice(Math.max(0, offset - before), Math.max(0, offset + limit - before))
    before += events.length
    return taken
  }
  return groups
    .map(({ label, upcoming, past }) => ({ label, upcoming: take(upcoming), past: take(past) }))
    .filter((group) => countEvents([group]) > 0)
}

function defaultFilters(hasDay: boolean): EventFilters {
  return hasDay ? { ...allEvents, date: 'specific' } : allEvents
}

/** The filters of a query string. Ignores unknown values. */
export function readFilters(query: string, hasDay: boolean): EventFilters {
  const given = new URLSearchParams(query)
  const usual = defaultFilters(hasDay)
  const filters = filterOptions.map(([name, options]) => {
    const value = cleanText(given.get(name) ?? '', 'one')
    const isOffered = options.includes(value) && (value !== 'specific' || hasDay)
    return [name, isOffered ? value : usual[name]]
  })
  return Object.fromEntries(filters) as EventFilters
}

/** The reverse of `readFilters`; omits default values. */
export function writeFilters(filters: EventFilters, hasDay: boolean): string {
  const usual = defaultFilters(hasDay)
  const differing = filterOptions.filter(([name]) => filters[name] !== usual[name])
  const query = new URLSearchParams(differing.map(([name]) => [name, filters[name]])).toString()
  return query && `?${query}`
}

import { type CalendarEvent, eventTypes, neighborhoods, topics, venues } from '#domain/event.ts'
import { nameLabel } from '#domain/event-labels.ts'
import { fill, plural, words } from '#domain/language.ts'
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

/** What a filter offers as people read it. Venues and neighborhoods are proper names. */
export function labelOf(name: keyof EventFilters, option: string): string {
  const { all, dates } = words().events
  if (option === 'all') return all
  if (name === 'date') return dates[option as keyof typeof dates]
  return name === 'topic' || name === 'type' || option === 'Other' ? nameLabel(option) : option
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

/** Days that filters go by: the present one, and that of the page's path. */
type Days = { today: string; specific: string | undefined }

/** The days that a date filter keeps, first and last, or undefined for all of them. */
function daysOf(option: DateOption, { today, specific }: Days) {
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

/** The two filters that go by labels which an event may lack (the spec's own events have none). */
const labelFilters = [
  { name: 'topic', read: (event: DatedEvent) => event.topics },
  { name: 'type', read: (event: DatedEvent) => event.types },
] as const

/** The events that every filter keeps, in their order. An event that has no topic, or no type, passes that filter. */
function filterEvents(events: readonly DatedEvent[], filters: EventFilters, days: Days): DatedEvent[] {
  const range = daysOf(filters.date, days)
  const rules = [
    matchPlace(filters.venue, venues),
    matchPlace(filters.neighborhood, neighborhoods),
    ...chosenLabels(filters).map(
      ({ chosen, read }) =>
        (event: DatedEvent) =>
          read(event).length === 0 || read(event).includes(chosen),
    ),
  ]
  return events.filter(
    (event) =>
      (range === undefined || (range.first <= event.day && event.day <= range.last)) &&
      rules.every((keeps) => keeps(event)),
  )
}

function chosenLabels(filters: EventFilters) {
  return labelFilters.flatMap(({ name, read }) => {
    const chosen = filters[name]
    return chosen === 'all' ? [] : [{ name, read, chosen }]
  })
}

export type EventGroup<Event = DatedEvent> = {
  /** The chosen topic and type, or that none is given. Undefined where neither filter is set. */
  label: string | undefined
  /** Today and later, by time. */
  upcoming: Event[]
  /** Earlier days, the latest day first, each day by time. */
  past: Event[]
}

/**
 * What the events screen lists: the events that pass every filter. Where a topic or a type is chosen, the events that
 * have it come first, and those without any follow in groups of their own. The first group may be empty.
 * Takes events by time; `today` and `specific` are days.
 */
export function groupEvents(events: readonly DatedEvent[], filters: EventFilters, days: Days): EventGroup[] {
  const labels = chosenLabels(filters)
  // One binary digit for each label, 1 where the event lacks it: 0 has all of them, and a topic counts before a type.
  const byLacks = Map.groupBy(filterEvents(events, filters, days), (event) =>
    labels.reduce((lacks, { read }) => lacks * 2 + Number(read(event).length === 0), 0),
  )
  const groups = Array.from({ length: 2 ** labels.length }, (_, lacks) => {
    const names = labels.map(({ name, chosen }, index) => {
      const isLacking = (lacks >> (labels.length - 1 - index)) & 1
      return isLacking ? words().events.notGiven[name] : labelOf(name, chosen)
    })
    const kept = byLacks.get(lacks) ?? []
    return {
      label: names.length > 0 ? names.join(', ') : undefined,
      upcoming: kept.filter(({ day }) => day >= days.today),
      past: latestDayFirst(kept.filter(({ day }) => day < days.today)),
    }
  })
  return groups.filter((group, index) => index === 0 || countEvents([group]) > 0)
}

function latestDayFirst(events: DatedEvent[]): DatedEvent[] {
  return [...Map.groupBy(events, ({ day }) => day).values()].toReversed().flat()
}

/** How many events all groups have. */
export function countEvents(groups: ReadonlyArray<EventGroup<unknown>>): number {
  return groups.reduce((count, { upcoming, past }) => count + upcoming.length + past.length, 0)
}

/** `3 events`; `3 events · AI: 1 · no topic given: 2` where some only pass a filter because they have no label. */
export function describeCount(groups: readonly EventGroup[]): string {
  const { count, named } = words().events
  const parts =
    groups.length === 1
      ? []
      : groups.map((group) => fill(named, { name: group.label ?? '', value: countEvents([group]) }))
  return [plural(count, countEvents(groups)), ...parts].join(' · ')
}

/** A part of the groups' events, from the one at `offset` on. Groups of which nothing is left are dropped. */
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

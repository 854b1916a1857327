import { allEvents, type EventFilters, filterOptions } from '#domain/event-filters.ts'

/** What each filter takes. */
const choices = new Map(filterOptions)

/** The filters before anybody chose: all events, or those of the day in the path. */
function defaultFilters(hasDay: boolean): EventFilters {
  return hasDay ? { ...allEvents, date: 'specific' } : allEvents
}

/** The filters that a query holds. A value that is not offered counts as none. */
export function readFilters(query: string, hasDay: boolean): EventFilters {
  const given = new URLSearchParams(query)
  const filters = Object.entries(defaultFilters(hasDay)).map(([name, usual]) => {
    const value = given.get(name) ?? usual
    const isOffered = choices.get(name as keyof EventFilters)?.includes(value)
    return [name, isOffered && (value !== 'specific' || hasDay) ? value : usual]
  })
  return Object.fromEntries(filters) as EventFilters
}

/** The query that `readFilters` reads the same filters from: only what differs from the default stands in it. */
export function writeFilters(filters: EventFilters, hasDay: boolean): string {
  const usual = defaultFilters(hasDay)
  const names = Object.keys(usual) as Array<keyof EventFilters>
  const differing = names.filter((name) => filters[name] !== usual[name])
  const query = new URLSearchParams(differing.map((name) => [name, filters[name]])).toString()
  return query && `?${query}`
}

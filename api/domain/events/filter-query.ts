import { allEvents, type EventFilters, filterOptions } from '#domain/events/event-filters.ts'

const choices = new Map(filterOptions)

function defaultFilters(hasDay: boolean): EventFilters {
  return hasDay ? { ...allEvents, date: 'specific' } : allEvents
}

/** The filters of a query string. A value that is not offered is ignored. */
export function readFilters(query: string, hasDay: boolean): EventFilters {
  const given = new URLSearchParams(query)
  const filters = Object.entries(defaultFilters(hasDay)).map(([name, usual]) => {
    const value = given.get(name) ?? usual
    const isOffered = choices.get(name as keyof EventFilters)?.includes(value)
    return [name, isOffered && (value !== 'specific' || hasDay) ? value : usual]
  })
  return Object.fromEntries(filters) as EventFilters
}

/** The reverse of `readFilters`; omits default values. */
export function writeFilters(filters: EventFilters, hasDay: boolean): string {
  const usual = defaultFilters(hasDay)
  const names = Object.keys(usual) as Array<keyof EventFilters>
  const differing = names.filter((name) => filters[name] !== usual[name])
  const query = new URLSearchParams(differing.map((name) => [name, filters[name]])).toString()
  return query && `?${query}`
}

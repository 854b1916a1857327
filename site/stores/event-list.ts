import { atom, computed, onMount } from 'nanostores'
import { isDay } from '#domain/pacific.ts'
import { dateEvents, type EventFilters, groupEvents } from '#domain/event-filters.ts'
import { readFilters, writeFilters } from '#domain/filter-query.ts'
import { $allEvents } from './event.ts'
import { $pathParts } from './path.ts'
import { $today } from './today.ts'

/** The day in the page's path, if there is one. */
export const $routeDay = computed($pathParts, (parts) => {
  const day = parts?.[0]
  return day !== undefined && isDay(day) ? day : undefined
})

/** The query of the page's address; the filters live there, so that a list can be shared and Back works. */
const $query = atom('')

onMount($query, () => {
  if (import.meta.env.SSR) return undefined
  const read = () => $query.set(window.location.search)
  read()
  window.addEventListener('popstate', read)
  return () => window.removeEventListener('popstate', read)
})

export const $filters = computed([$query, $routeDay], (query, day) => readFilters(query, day !== undefined))

/** Sets filters, each change a step of the browser's history. */
export function setFilters(changed: Partial<EventFilters>): void {
  const filters = { ...$filters.get(), ...changed }
  const query = writeFilters(filters, $routeDay.get() !== undefined)
  if (query === $query.get()) return
  window.history.pushState(null, '', `${window.location.pathname}${query}`)
  $query.set(query)
}

/** Resets all five filters to `all`. A day in the path is left as well: the heading would contradict the list. */
export function clearFilters(): void {
  window.history.pushState(null, '', '/events')
  $query.set('')
  $pathParts.set([])
}

const $datedEvents = computed($allEvents, ({ data }) => data?.data && dateEvents(data.data))

/** The events that the filters keep, in groups; undefined while they are loading. */
export const $eventGroups = computed(
  [$datedEvents, $filters, $today, $routeDay],
  (events, filters, today, specific) =>
    events && today ? groupEvents(events, filters, { today, specific }) : undefined,
)

/** The whole list: read as soon as it is shown. */
export const $wholeList = computed([$eventGroups, $allEvents], (groups, { error }) => ({ groups, error }))

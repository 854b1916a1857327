import { linkTo } from '#domain/language.ts'
import { computed } from 'nanostores'
import {
  dateEvents,
  type EventFilters,
  findOnlyDay,
  groupEvents,
  readFilters,
  writeFilters,
} from '#domain/events/event-filters.ts'
import { findDaysAround } from '#domain/events/event-days.ts'
import { isDay } from '#domain/pacific.ts'
import { $allEvents, $pathParts, createAddressStore } from './query.ts'
import { $today } from './today.ts'

export const $routeDay = computed($pathParts, (parts) => {
  const day = parts?.[0]
  return day !== undefined && isDay(day) ? day : undefined
})

/** The filters live in the address, so that a list can be shared and Back works. */
const $query = createAddressStore(({ search }) => search)

export const $filters = computed([$query, $routeDay], (query = '', day) =>
  readFilters(query, day !== undefined),
)

/** Each change adds an entry to the browser's history. */
export function setFilters(changed: Partial<EventFilters>): void {
  const filters = { ...$filters.get(), ...changed }
  const query = writeFilters(filters, $routeDay.get() !== undefined)
  if (query === $query.get()) return
  window.history.pushState(null, '', `${window.location.pathname}${query}`)
  $query.set(query)
}

/** Also removes a day from the path: the heading would contradict the list. */
export function clearFilters(): void {
  window.history.pushState(null, '', linkTo('/events'))
  $query.set('')
  $pathParts.set([])
}

const $datedEvents = computed($allEvents, ({ data }) => (data?.data ? dateEvents(data.data) : undefined))

export const $wholeList = computed(
  [$datedEvents, $filters, $today, $routeDay, $allEvents],
  (events, filters, today = '', specific, { error }) => {
    const isLoaded = events !== undefined && today !== ''
    const day = isLoaded ? findOnlyDay(filters, { today, specific }) : undefined
    return {
      groups: isLoaded ? groupEvents(events, filters, { today, specific }) : undefined,
      around: isLoaded && day ? findDaysAround(events, day) : undefined,
      today,
      error,
    }
  },
)

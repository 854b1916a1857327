import { computed } from 'nanostores'
import { summarizeOthers } from '#domain/events/event-days.ts'
import { dateEvents } from '#domain/events/event-filters.ts'
import type { CalendarEvent } from '#domain/events/event.ts'
import { toDay } from '#domain/pacific.ts'
import { $allEvents, $pathParts } from './query.ts'

/** The event of the path, null where there is none, and the others of its day. */
export const $event = computed([$allEvents, $pathParts], ({ data, error }, parts) => {
  const id = parts?.[0]?.toLowerCase()
  const events = data?.data ?? []
  const event = data && id && (events.find((each) => each.id === id) ?? null)
  return { error, event, others: event ? findOthers(events, event) : undefined }
})

function findOthers(events: readonly CalendarEvent[], { id, date }: CalendarEvent) {
  const day = toDay(date)
  return summarizeOthers(
    dateEvents(events).filter((event) => event.day === day),
    id,
  )
}

import { computed } from 'nanostores'
import { summarizeOthers } from '#domain/events/event-days.ts'
import type { CalendarEvent } from '#domain/events/event.ts'
import { lastDay, runsOn } from '#domain/events/when.ts'
import { toDay } from '#domain/pacific.ts'
import { $allEvents, $pathParts } from './query.ts'

/** The path's event (null: not found), the other events of its day, and whether its last day is over. */
export const $event = computed([$allEvents, $pathParts], ({ data, error }, parts) => {
  const id = parts?.[0]?.toLowerCase()
  const events = data?.data ?? []
  const event = data && id && (events.find((each) => each.id === id) ?? null)
  const isPast = event ? lastDay(event) < toDay(new Date()) : false
  return { error, event, others: event ? findOthers(events, event) : undefined, isPast }
})

function findOthers(events: readonly CalendarEvent[], { id, date }: CalendarEvent) {
  const day = toDay(date)
  return summarizeOthers(
    events.filter((event) => runsOn(event, day)),
    id,
  )
}

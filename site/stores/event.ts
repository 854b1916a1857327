import { computed } from 'nanostores'
import { summarizeOthers } from '#domain/events/event-days.ts'
import type { CalendarEvent } from '#domain/events/event.ts'
import { lastDay, runsOn } from '#domain/events/when.ts'
import { toDay } from '#domain/pacific.ts'
import { $allEvents, $pathParts } from './query.ts'

/** Milliseconds of the day on which clocks are set back: 25 hours. */
const longestDay = 25 * 3_600_000

/** The path's event (null: not found), the other events of its day, and whether its last day is over. */
export const $event = computed([$allEvents, $pathParts], ({ data, error }, parts) => {
  const id = parts?.[0]?.toLowerCase()
  const events = data?.data ?? []
  const event = data && id && (events.find((each) => each.id === id) ?? null)
  const isPast = event ? lastDay(event) < toDay(new Date()) : false
  return { error, event, others: event ? findOthers(events, event) : undefined, isPast }
})

function findOthers(events: readonly CalendarEvent[], { id, date }: CalendarEvent) {
  const [day, instant] = [toDay(date), Date.parse(date)]
  // `runsOn` is slow: it runs only for events within a day of this one.
  const isOfDay = (event: CalendarEvent) => {
    const [from, to] = [Date.parse(event.date), Date.parse(event.end ?? event.date)]
    return from - longestDay < instant && instant < to + longestDay && runsOn(event, day)
  }
  return summarizeOthers(events.filter(isOfDay), id)
}

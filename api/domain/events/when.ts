import type { CalendarEvent, EventState } from '#domain/events/event.ts'
import { messages } from '#domain/language.ts'
import { formatDateAndTime, formatTime, formatWholeDay, toDay } from '#domain/pacific.ts'

type Times = Pick<CalendarEvent, 'date'> & EventState

/** The Pacific day of the event's end. */
export function lastDay({ date, end }: Times): string {
  return toDay(end ?? date)
}

/** Day and time, with the end if it is known. */
export function describeWhen({ date, end, allDay }: Times): string {
  const [first, last] = [toDay(date), lastDay({ date, end: end ?? date })]
  if (allDay)
    return first === last ? formatWholeDay(first) : `${formatWholeDay(first)} – ${formatWholeDay(last)}`
  if (end === undefined) return formatDateAndTime(date)
  return first === last
    ? formatDateAndTime(date, end)
    : `${formatDateAndTime(date)} – ${formatDateAndTime(end)}`
}

/** The time of a list's row: `6:30 PM`, or that it is all day. */
export function describeTime({ date, allDay }: Times): string {
  return allDay ? messages().eventState.allDay : formatTime(date)
}

/** What has become of it, in words. Undefined where it takes place as planned. */
export function describeStatus({ status }: Pick<EventState, 'status'>): string | undefined {
  return status && messages().eventState.statuses[status]
}

import { type CalendarEvent, describeWholePlace } from '#domain/events/event.ts'
import { lastDay, nameWithStatus } from '#domain/events/when.ts'
import { addDays, timeZone, toDay } from '#domain/pacific.ts'
import { summarize } from '#domain/pages/summarize.ts'

/** Default duration, in milliseconds, for events without an end. */
const usualLength = 3_600_000
/** In code points. Some browsers refuse URLs longer than 2,000 characters. */
const maxText = 500

/** Links that open a prefilled "new event" form. `page`: absolute URL of the event. */
export const calendarForms: ReadonlyArray<{
  name: string
  toLink: (event: CalendarEvent, page: string) => string
}> = [
  { name: 'Google', toLink: googleLink },
  { name: 'Outlook', toLink: outlookLink },
]

function googleLink(event: CalendarEvent, page: string): string {
  const { first, last } = daysOf(event)
  const { start, end } = instantsOf(event)
  const dates = event.allDay ? [first, addDays(last, 1)] : [start, end]
  const link = new URL('https://calendar.google.com/calendar/render?action=TEMPLATE')
  link.searchParams.set('text', nameWithStatus(event))
  link.searchParams.set('dates', dates.map((date) => date.replace(/[-:]|\.\d+/g, '')).join('/'))
  link.searchParams.set('ctz', timeZone)
  link.searchParams.set('details', describe(event, page))
  link.searchParams.set('location', describeWholePlace(event))
  return link.href
}

function outlookLink(event: CalendarEvent, page: string): string {
  const { first, last } = daysOf(event)
  const { start, end } = instantsOf(event)
  const link = new URL(
    'https://outlook.live.com/calendar/0/action/compose?path=/calendar/action/compose&rru=addevent',
  )
  link.searchParams.set('subject', nameWithStatus(event))
  link.searchParams.set('startdt', event.allDay ? first : start)
  link.searchParams.set('enddt', event.allDay ? addDays(last, 1) : end)
  if (event.allDay) link.searchParams.set('allday', 'true')
  link.searchParams.set('body', describe(event, page))
  link.searchParams.set('location', describeWholePlace(event))
  return link.href
}

/** Subscribes in the device's calendar app. `file`: absolute URL. */
export function webcalLink(file: string): string {
  return file.replace(/^https?:/, 'webcal:')
}

/** Subscribes in Google Calendar. `file`: absolute URL. */
export function googleSubscription(file: string): string {
  return `https://calendar.google.com/calendar/render?${new URLSearchParams({ cid: webcalLink(file) })}`
}

function daysOf(event: CalendarEvent) {
  return { first: toDay(event.date), last: lastDay(event) }
}

function instantsOf({ date, end }: CalendarEvent) {
  return { start: date, end: end ?? new Date(Date.parse(date) + usualLength).toISOString() }
}

function describe({ description }: CalendarEvent, page: string): string {
  return [summarize(description ?? '', maxText), page].filter(Boolean).join('\n\n')
}

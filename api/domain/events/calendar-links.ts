import { type CalendarEvent, describeWholePlace } from '#domain/events/event.ts'
import { lastDay, nameWithStatus } from '#domain/events/when.ts'
import { addDays, timeZone, toDay } from '#domain/pacific.ts'
import { summarize } from '#domain/pages/summarize.ts'

/** Of an event without a known end, where a calendar asks for one. In milliseconds. */
const usualLength = 3_600_000
/** In code points: addresses of more than 2,000 characters are refused by some browsers. */
const longestText = 500

/** Where an event is added to a calendar by a form that is filled in already. `page` is its address, absolute. */
export const calendarForms: ReadonlyArray<{
  name: string
  linkTo: (event: CalendarEvent, page: string) => string
}> = [
  { name: 'Google', linkTo: googleLink },
  { name: 'Outlook', linkTo: outlookLink },
]

/** Opens the form for a new entry of Google Calendar. */
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

/** Opens the form for a new entry of Outlook.com. */
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

/** Subscribes in the calendar program of the device. `file` is absolute. */
export function webcalLink(file: string): string {
  return file.replace(/^https?:/, 'webcal:')
}

/** Subscribes in Google Calendar. `file` is absolute. */
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
  return [summarize(description ?? '', longestText), page].filter(Boolean).join('\n\n')
}

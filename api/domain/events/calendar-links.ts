import { type CalendarEvent, describeWholePlace } from '#domain/events/event.ts'
import { lastDay, nameWithStatus } from '#domain/events/when.ts'
import { addDays, timeZone, toDay } from '#domain/pacific.ts'
import { summarize } from '#domain/pages/summarize.ts'

/** Default duration, in milliseconds, for events without an end. */
const usualLength = 3_600_000
/** In code points. Some browsers refuse URLs longer than 2,000 characters. */
const maxText = 500

/** Links that open a prefilled "new event" form. `page`: absolute URL of the event. */
export const calendarForms = [
  { name: 'Google', toLink: googleLink },
  { name: 'Outlook', toLink: outlookLink },
]

function googleLink(event: CalendarEvent, page: string): string {
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: nameWithStatus(event),
    dates: timesOf(event)
      .map((date) => date.replace(/[-:]|\.\d+/g, ''))
      .join('/'),
    ctz: timeZone,
    details: describe(event, page),
    location: describeWholePlace(event),
  })
  return `https://calendar.google.com/calendar/render?${query}`
}

function outlookLink(event: CalendarEvent, page: string): string {
  const [startdt, enddt] = timesOf(event)
  const query = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: nameWithStatus(event),
    startdt,
    enddt,
    ...(event.allDay && { allday: 'true' }),
    body: describe(event, page),
    location: describeWholePlace(event),
  })
  return `https://outlook.live.com/calendar/0/action/compose?${query}`
}

/** Subscribes in the device's calendar app. `file`: absolute URL. */
export function webcalLink(file: string): string {
  return file.replace(/^https?:/, 'webcal:')
}

/** Subscribes in Google Calendar. `file`: absolute URL. */
export function googleSubscription(file: string): string {
  return `https://calendar.google.com/calendar/render?${new URLSearchParams({ cid: webcalLink(file) })}`
}

/** Start and end; of an all-day event, its first day and the one after its last. */
function timesOf(event: CalendarEvent): [start: string, end: string] {
  const { date, end, allDay } = event
  if (allDay) return [toDay(date), addDays(lastDay(event), 1)]
  return [date, end ?? new Date(Date.parse(date) + usualLength).toISOString()]
}

function describe({ description }: CalendarEvent, page: string): string {
  return [summarize(description ?? '', maxText), page].filter(Boolean).join('\n\n')
}

import type { CalendarEvent } from '#domain/event.ts'
import { words } from '#domain/language.ts'
import { isolate } from '#domain/page-head.ts'
import { formatDateAndTime } from '#domain/pacific.ts'
import type { Fill } from '../publisher/fill-shell.ts'
import type { FillParts } from './parts.ts'
import { summarize } from './summarize.ts'
import { writeEvent, writeNoEvent } from './words/event.ts'

/**
 * The page of an event. The event screen looks its event up in the list of all (spec, section 2): its record is that
 * list as far as this page needs it, the event or nothing.
 */
export async function fillEvent({ calendar, siteUrl }: FillParts, id: string): Promise<Fill> {
  const event = (await calendar.read()).find(id)
  const record = { address: '/api/events', status: 200, json: JSON.stringify(event ? [event] : []) }
  if (!event) {
    const { notFound: title, notFoundText: description } = words().event
    return {
      status: 404,
      head: { title, description, isHidden: true },
      record,
      words: writeNoEvent(),
    }
  }
  return {
    status: 200,
    head: { title: event.title, description: describe(event), canonical: `${siteUrl}/event/${event.id}` },
    record,
    words: writeEvent(event),
  }
}

/** When, where and what, about 200 characters in all. */
function describe({ date, location, description }: CalendarEvent): string {
  const written = [summarize(location, 60), summarize(description ?? '', 100)].filter((text) => text !== '')
  return [formatDateAndTime(date), ...written.map(isolate)].join(' · ')
}

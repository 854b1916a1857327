import type { CalendarEvent } from '#domain/event.ts'
import { words } from '#domain/language.ts'
import { isolate, type PageHead } from '#domain/page-head.ts'
import { formatDateAndTime } from '#domain/pacific.ts'
import type { EventView } from '#domain/page-view.ts'
import { summarize } from '#domain/summarize.ts'

/** What the head of a page of a dynamic route says. `path` is that of its one address; absent where it has none. */
export type PageDescription = Pick<PageHead, 'title' | 'description'> & {
  path?: string | undefined
  isHidden?: boolean
}

export function describeEvent(view: EventView | undefined): PageDescription {
  const { title, description, notFound, notFoundText } = words().event
  switch (view?.state) {
    case 'shown':
      return {
        title: view.event.title,
        description: summarizeEvent(view.event),
        path: `/event/${view.event.id}`,
      }
    case 'missing':
      return { title: notFound, description: notFoundText, isHidden: true }
    case 'away':
      return { title, description, isHidden: true }
    case undefined:
      return { title, description }
  }
}

/** When, where and what, about 200 characters in all. */
function summarizeEvent({ date, location, description }: CalendarEvent): string {
  const written = [summarize(location, 60), summarize(description ?? '', 100)].filter((text) => text !== '')
  return [formatDateAndTime(date), ...written.map(isolate)].join(' · ')
}

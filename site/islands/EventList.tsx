import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { formatDay } from '#domain/pacific.ts'
import { setDocumentTitle } from '../lib/document-title.ts'
import { $allEvents } from '../stores/event.ts'
import { $eventList, $routeDay } from '../stores/event-list.ts'
import { $pathParts } from '../stores/path.ts'
import { EventFilters } from './EventFilters.tsx'
import { EventRows } from './EventRows.tsx'

/** The events, narrowed by the filters in the page's query, or those of the day in its path. */
export function EventList({ title }: { title: string }) {
  const isPathKnown = useStore($pathParts, { ssr: 'initial' }) !== undefined
  const day = useStore($routeDay, { ssr: 'initial' })
  const { error } = useStore($allEvents, { ssr: 'initial' })
  const list = useStore($eventList, { ssr: 'initial' })
  const heading = day ? `Events for ${formatDay(day)}` : title

  useEffect(() => {
    if (isPathKnown) setDocumentTitle(heading)
  }, [isPathKnown, heading])

  return (
    <>
      <h1>{heading}</h1>
      <EventFilters />
      {error && <p role="alert">{error.message}</p>}
      <p role="status" className="count">
        {!list && !error && 'Loading events...'}
        {list && (list.count === 1 ? '1 event' : `${list.count} events`)}
      </p>
      {list && <EventRows upcoming={list.upcoming} past={list.past} />}
    </>
  )
}

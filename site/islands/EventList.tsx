import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { fill, words } from '#domain/language.ts'
import { describeCount } from '#domain/event-filters.ts'
import { formatDay } from '#domain/pacific.ts'
import { setDocumentTitle } from '../lib/document-title.ts'
import { $allEvents } from '../stores/event.ts'
import { $eventGroups, $routeDay } from '../stores/event-list.ts'
import { $pathParts } from '../stores/path.ts'
import { EventFilters } from './EventFilters.tsx'
import { EventRows } from './EventRows.tsx'

/** The events, narrowed by the filters in the page's query, or those of the day in its path. */
export function EventList() {
  const isPathKnown = useStore($pathParts, { ssr: 'initial' }) !== undefined
  const day = useStore($routeDay, { ssr: 'initial' })
  const { error } = useStore($allEvents, { ssr: 'initial' })
  const groups = useStore($eventGroups, { ssr: 'initial' })
  const { title, ofDay, loading } = words().events
  const heading = day ? fill(ofDay, { day: formatDay(day) }) : title

  useEffect(() => {
    if (isPathKnown) setDocumentTitle(heading)
  }, [isPathKnown, heading])

  return (
    <>
      <h1>{heading}</h1>
      <EventFilters />
      {error && <p role="alert">{error.message}</p>}
      <p role="status" className="count">
        {!groups && !error && loading}
        {groups && describeCount(groups)}
      </p>
      {groups && <EventRows groups={groups} />}
    </>
  )
}

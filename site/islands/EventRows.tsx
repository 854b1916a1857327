import { useDeferredValue, useEffect, useState } from 'react'
import { countEvents, type DatedEvent, type EventGroup, takeEvents } from '#domain/event-filters.ts'
import { words } from '#domain/language.ts'
import { findPlace, keepPlace } from '../lib/list-place.ts'
import { EventRow } from './EventRow.tsx'

/** Rendered at once: more than a window shows. The rest follows without blocking the page. */
const firstRows = 40

/** The rows of the list. All of them are in the page, for find-in-page and for paper. */
export function EventRows({ groups }: { groups: EventGroup[] }) {
  const [hasPlace] = useState(() => findPlace() !== undefined)
  const shown = useDeferredValue(groups, hasPlace ? groups : takeEvents(groups, 0, firstRows))
  useEffect(() => keepPlace('.events > li'), [])
  return shown
    .filter((group) => countEvents([group]) > 0)
    .map(({ label, upcoming, past }) => {
      // Below a group's own heading.
      const Past = label === undefined ? 'h2' : 'h3'
      return (
        <div key={label} className="event-group">
          {label !== undefined && <h2>{label}</h2>}
          <Rows events={upcoming} />
          {past.length > 0 && <Past>{words().events.past}</Past>}
          <Rows events={past} />
        </div>
      )
    })
}

function Rows({ events }: { events: DatedEvent[] }) {
  if (events.length === 0) return null
  return (
    <ul className="events">
      {events.map((event) => (
        <EventRow key={event.id} event={event} />
      ))}
    </ul>
  )
}

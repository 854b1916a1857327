import { useDeferredValue, useEffect, useState } from 'react'
import type { EventSummary } from '#domain/event.ts'
import { countEvents, type EventGroup, takeEvents } from '#domain/event-filters.ts'
import { words } from '#domain/language.ts'
import { findPlace, keepPlace } from '../lib/list-place.ts'
import { EventRow } from './EventRow.tsx'

/** More than a window shows. The rest follows without blocking the page. */
const firstRows = 40

type EventRowsProps = {
  groups: ReadonlyArray<EventGroup<EventSummary>>
  isWhole: boolean
}

/** In the end all rows are in the page, for find-in-page and for paper. */
export function EventRows({ groups, isWhole }: EventRowsProps) {
  const [isAtOnce] = useState(() => !isWhole || findPlace() !== undefined)
  const shown = useDeferredValue(groups, isAtOnce ? groups : takeEvents(groups, 0, firstRows))
  const isComplete = isWhole && shown === groups
  useEffect(() => (isComplete ? keepPlace('.events > li') : undefined), [isComplete])
  return shown
    .filter((group) => countEvents([group]) > 0)
    .map(({ label, upcoming, past }) => {
      // Below a group's own heading.
      const Past = label === undefined ? 'h2' : 'h3'
      return (
        <div key={label ?? ''} className="event-group">
          {label !== undefined && <h2>{label}</h2>}
          <Rows events={upcoming} />
          {past.length > 0 && <Past>{words().events.past}</Past>}
          <Rows events={past} />
        </div>
      )
    })
}

function Rows({ events }: { events: EventSummary[] }) {
  if (events.length === 0) return null
  return (
    <ul className="events">
      {events.map((event) => (
        <EventRow key={event.id} event={event} />
      ))}
    </ul>
  )
}

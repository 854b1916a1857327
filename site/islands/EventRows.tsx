import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import type { DatedEvent } from '#domain/event-filters.ts'
import { words } from '#domain/language.ts'
import { EventRow } from './EventRow.tsx'

type EventRowsProps = { upcoming: DatedEvent[]; past: DatedEvent[] }

/**
 * The rows of the list, of which only those near the window are in the page: 5,000 whole rows would cost seconds of
 * layout on a phone. What stands around them is kept as empty room.
 */
export function EventRows({ upcoming, past }: EventRowsProps) {
  const list = useRef<HTMLUListElement>(null)
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => setOffset(list.current?.offsetTop ?? 0), [])

  const events = [...upcoming, ...past]
  const virtualizer = useWindowVirtualizer({
    count: events.length,
    estimateSize: () => 132,
    getItemKey: (index) => events[index]?.id ?? index,
    // A whole day's events are in the page for find-in-page and for print, as long as they are not too many.
    overscan: 30,
    scrollMargin: offset,
  })
  const items = virtualizer.getVirtualItems()
  const before = (items[0]?.start ?? offset) - offset

  return (
    <ul ref={list} className="events" style={{ height: virtualizer.getTotalSize(), paddingTop: before }}>
      {items.map(({ index, key }) => {
        const event = events[index]
        return (
          event && (
            <EventRow
              key={key}
              rowRef={virtualizer.measureElement}
              index={index}
              count={events.length}
              event={event}
              heading={index === upcoming.length ? words().events.past : undefined}
            />
          )
        )
      })}
    </ul>
  )
}

import { startTransition, useDeferredValue, useEffect, useState } from 'react'
import { countEvents, type EventGroup, takeEvents } from '#domain/events/event-filters.ts'
import type { ListedEvent } from '#domain/events/event.ts'
import { messages } from '#domain/language.ts'
import { EventDays } from '../../components/events/EventDays.tsx'
import { layOutRows, whenIdle } from '../../lib/page/lay-out-rows.ts'
import { findScrollPosition, restoreScrollPosition } from '../../lib/page/scroll-restoration.ts'

/** More than fit a window. The rest is rendered some rows at a time, whenever the browser is idle. */
const [firstRows, rowsPerTurn] = [40, 60]

type EventRowsProps = {
  groups: ReadonlyArray<EventGroup<ListedEvent>>
  isWholeList: boolean
  today: string
  isOneDay: boolean
}

/** Finally renders all rows, for find-in-page and printing. */
export function EventRows({ groups, isWholeList, ...days }: EventRowsProps) {
  const [limit, setLimit] = useState(() => {
    if (findScrollPosition()) return Infinity
    return isWholeList ? firstRows : countEvents(groups)
  })
  const latest = useDeferredValue(groups)
  const shown = isWholeList ? takeEvents(latest, 0, limit) : latest
  const isComplete = isWholeList && latest === groups && limit >= countEvents(groups)
  const nextLimit = limit + rowsPerTurn
  useEffect(() => {
    if (isWholeList && !isComplete) whenIdle(() => startTransition(() => setLimit(nextLimit)))
  }, [isWholeList, isComplete, nextLimit])
  useEffect(() => layOutRows('.events > li'))
  useEffect(() => (isComplete ? restoreScrollPosition('.events > li') : undefined), [isComplete])
  return shown
    .filter((group) => countEvents([group]) > 0)
    .map(({ label, upcoming, past }) => {
      // One level deeper if the group has a heading.
      const [Past, Day, PastDay] =
        label === undefined ? (['h2', 'h2', 'h3'] as const) : (['h3', 'h3', 'h4'] as const)
      return (
        <div key={label ?? ''} className="event-group">
          {label !== undefined && <h2 className="event-label">{label}</h2>}
          <EventDays events={upcoming} Heading={Day} {...days} />
          {past.length > 0 && <Past className="past">{messages().events.past}</Past>}
          <EventDays events={past} Heading={PastDay} {...days} />
        </div>
      )
    })
}

import type { EventSummary } from '#domain/events/event.ts'
import { describeStatus } from '#domain/events/when.ts'

/** Title and status, such as cancelled. */
export function EventName({ event }: { event: Pick<EventSummary, 'title' | 'status'> }) {
  const status = describeStatus(event)
  const title = <bdi>{event.title}</bdi>
  return (
    <>
      {event.status === 'cancelled' ? <s>{title}</s> : title}
      {status && <span className="event-status"> {status}</span>}
    </>
  )
}

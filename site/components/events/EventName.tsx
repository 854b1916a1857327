import type { EventSummary } from '#domain/events/event.ts'
import { describeStatus } from '#domain/events/when.ts'

/** Title and status, such as cancelled. */
export function EventName({ event }: { event: Pick<EventSummary, 'title' | 'status'> }) {
  const status = describeStatus(event)
  return (
    <>
      {event.status === 'cancelled' ? (
        <s>
          <bdi>{event.title}</bdi>
        </s>
      ) : (
        <bdi>{event.title}</bdi>
      )}
      {status && <span className="event-status"> {status}</span>}
    </>
  )
}

export { default } from '@astrojs/react/client.js' // oxlint-disable-line no-default-export -- See site/bundle.ts.
import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { noEvents } from '#domain/events/event-days.ts'
import { messages } from '#domain/language.ts'
import { Unavailable } from '../../components/Unavailable.tsx'
import { BackToEvents, EventArticle, NoEvent } from '../../components/events/EventArticle.tsx'
import { ReportForm } from '../../components/ReportForm.tsx'
import { setDocumentTitle } from '../../lib/page/document-title.ts'
import { $event } from '../../stores/event.ts'
import { $allEvents } from '../../stores/query.ts'
import { defineStars } from './star-button.ts'

if (!import.meta.env.SSR) defineStars()

const loadingEvent: ReturnType<typeof $event.get> = {
  error: undefined,
  event: undefined,
  others: undefined,
  isPast: false,
}

/** For a static host, whose HTML does not contain the event. */
export function EventDetail() {
  const { event, others = noEvents, isPast, error } = useStore($event, { ssr: () => loadingEvent })
  const { title: unnamed, loading, notFound } = messages().event
  const title = event ? event.title : event === null ? notFound : undefined

  useEffect(() => {
    if (title !== undefined) setDocumentTitle(title)
  }, [title])

  return (
    <>
      {event && (
        <>
          <EventArticle event={event} others={others} isPast={isPast} origin={location.origin} />
          <ReportForm type="event" id={event.id} />
        </>
      )}
      {event === null && <NoEvent />}
      {error && <Unavailable heading={unnamed} text={error.message} onTry={$allEvents.revalidate} />}
      {event === undefined && !error && (
        <div role="status">
          <h1>{loading}</h1>
        </div>
      )}
      <BackToEvents />
    </>
  )
}

import { linkTo, messages } from '#domain/language.ts'
import type { ManagedListing } from '#domain/listings/listing.ts'

/** Tells the owner of an event listing that the team has drafted or published the event. */
export function LinkedEventStatus({ id, event }: Pick<ManagedListing, 'id' | 'event'>) {
  const { eventDraft, eventPublished } = messages().managed
  if (event === undefined) return null
  return <p>{event === 'draft' ? eventDraft : <a href={linkTo(`/event/${id}`)}>{eventPublished}</a>}</p>
}

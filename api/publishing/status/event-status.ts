import type { PublishStatus } from '#domain/content/publish-status.ts'
import { findNewestChange } from '../../content/change-queries.ts'
import { findContentFault } from '../../content/fault-queries.ts'
import type { Database } from '../../database/open.ts'
import type { Calendar } from '../../events/calendar.ts'
import { toEventId } from '../../events/event-document.ts'
import { findVenueRevision } from '../../events/venue-queries.ts'

/** An event is live once the in-memory calendar has its revision, a venue as soon as it is stored. */
export async function findEventStatus(
  sql: Database,
  calendar: Pick<Calendar, 'findServed'>,
  documentId: string,
): Promise<PublishStatus | undefined> {
  const [fault, venue, change] = await Promise.all([
    findContentFault(sql, documentId),
    findVenueRevision(sql, documentId),
    findNewestChange(sql, documentId),
  ])
  const id = toEventId(documentId)
  const served = calendar.findServed(id)
  if (fault) {
    const { revision, reason, seenAt } = fault
    const isAbsent = !served && !venue
    return { revision, state: 'failed', at: seenAt.toISOString(), reason, ...(isAbsent && { isAbsent }) }
  }
  if (served) {
    const { revision, updatedAt, servedAt } = served
    const milliseconds = servedAt && Math.max(0, servedAt.getTime() - updatedAt.getTime())
    return {
      revision,
      state: 'live',
      at: (servedAt ?? updatedAt).toISOString(),
      ...(milliseconds !== undefined && { milliseconds }),
      path: `/event/${id}`,
    }
  }
  if (venue) return { revision: venue.revision, state: 'live', at: venue.updatedAt.toISOString() }
  if (change?.operation !== 'delete') return undefined
  return { revision: change.revision, state: 'removed', at: change.receivedAt.toISOString() }
}

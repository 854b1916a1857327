import { readEventDocument, toEventId } from './event-document.ts'
import { deriveProgrammeEvents, programmeEventIds, programmeId } from './programme-events.ts'
import type { RecordRow, RecordTable } from './record-queries.ts'
import { readVenueDocument } from './venue-document.ts'

export type RecordType = {
  documentType: string
  /** Also its plural in messages. */
  table: RecordTable
  toId: (documentId: string) => string
  /** The row, or one line that says why the document cannot have one. */
  read: (document: unknown) => { row: RecordRow } | { fault: string }
}

export const venueType: RecordType = {
  documentType: 'venue',
  table: 'venues',
  toId: (documentId) => documentId,
  read: (document) => {
    const read = readVenueDocument(document)
    if ('fault' in read) return read
    const { coordinates, ...venue } = read.venue
    return { row: { ...venue, ...coordinates, ...read.synced } }
  },
}

export const eventType: RecordType = {
  documentType: 'event',
  table: 'events',
  toId: toEventId,
  read: (document) => {
    const read = readEventDocument(document)
    if ('fault' in read) return read
    const { end, allDay = false, status = 'scheduled', picture, ...fields } = read.event
    return { row: { ...fields, endsAt: end, allDay, status, image: picture } }
  },
}

type Change = { documentId: string; documentType: string; document?: Record<string, unknown> }
/** `gone`: ids of rows. */
export type RowChanges = { table: RecordTable; rows: RecordRow[]; gone: string[] }

/** What a change of a document does to the rows: undefined if nothing. Without `document`, it was removed. */
export function readChange(change: Change): RowChanges | { fault: string } | undefined {
  const { documentId, documentType, document } = change
  if (documentId === programmeId && documentType === programmeId) {
    const derived = deriveProgrammeEvents(document as Parameters<typeof deriveProgrammeEvents>[0])
    const reads = derived.map((event) => eventType.read(event))
    const ids = new Set<string>(derived.map(({ _id }) => _id))
    return {
      table: 'events',
      rows: reads.flatMap((read) => ('row' in read ? [read.row] : [])),
      gone: programmeEventIds.filter((id) => !ids.has(id)).map(toEventId),
    }
  }
  const type = [venueType, eventType].find((each) => each.documentType === documentType)
  if (!type) return undefined
  const { table } = type
  if (!document) return { table, rows: [], gone: [type.toId(documentId)] }
  const read = type.read(document)
  return 'fault' in read ? read : { table, rows: [read.row], gone: [] }
}

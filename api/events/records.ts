import { readEventDocument, toEventId } from './event-document.ts'
import type { RecordRow, RecordTable } from './record-queries.ts'
import { readVenueDocument } from './venue-document.ts'

/** A type of documents that have a row each. */
export type RecordType = {
  documentType: string
  /** Also its plural in messages. */
  table: RecordTable
  /** The id of a document's row. */
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
    return 'fault' in read ? read : { row: read.venue }
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

export function findRecordType(documentType: string): RecordType | undefined {
  return [venueType, eventType].find((type) => type.documentType === documentType)
}

import { createHash } from 'node:crypto'
import { isUuid } from '#domain/uuid.ts'

/** Random, and never to change: the ids of events depend on it. */
const namespace = Buffer.from('6d1c2f0e7c4b4a0f9f53b2a1c9d8e7f6', 'hex')

/** The document's id if it is a UUID, else its UUIDv5 (RFC 9562, section 5.5). */
export function toEventId(documentId: string): string {
  if (isUuid(documentId)) return documentId.toLowerCase()
  const bytes = createHash('sha1').update(namespace).update(documentId).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

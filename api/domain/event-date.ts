import * as z from 'zod/mini'

const schema = z.iso.datetime({ offset: true })
/** The largest offset that a time zone has, in milliseconds. */
const largestOffset = 14 * 3_600_000
/** The calendar leaves out events outside these years (api/queries/events.ts). */
const earliest = Date.parse('0001-01-02T00:00:00Z')
const end = Date.parse('+010000-01-01T00:00:00Z')

/**
 * The instant that an ISO 8601 text with seconds and an offset names, as ISO 8601 in UTC. Undefined for any other text,
 * and for a day, an offset or a year that does not exist.
 */
export function readInstant(text: string): string | undefined {
  if (!schema.safeParse(text).success) return undefined
  const instant = new Date(text)
  const asWritten = new Date(`${text.slice(0, 19)}Z`)
  // JavaScript reads 30 February as 2 March, which Postgres refuses.
  const exists = asWritten.toISOString().startsWith(text.slice(0, 19))
  const isInRange = earliest <= instant.getTime() && instant.getTime() < end
  const offset = Math.abs(instant.getTime() - asWritten.getTime())
  return exists && isInRange && offset < largestOffset + 1_000 ? instant.toISOString() : undefined
}

import * as z from 'zod/mini'

const schema = z.iso.datetime({ offset: true })
/** The largest UTC offset of any time zone, in milliseconds. */
const maxOffset = 14 * 3_600_000
/** The calendar omits events outside these years (api/events/queries.ts). */
const earliest = Date.parse('1900-01-02T00:00:00Z')
const end = Date.parse('9999-01-01T00:00:00Z')

/**
 * Converts ISO 8601 with seconds and an offset to UTC. Undefined for other texts, for dates that do not exist, and
 * outside the years 1900 to 9998.
 */
export function readInstant(text: string): string | undefined {
  if (!schema.safeParse(text).success) return undefined
  const instant = new Date(text)
  const asWritten = new Date(`${text.slice(0, 19)}Z`)
  // JavaScript reads 30 February as 2 March; Postgres refuses it.
  const exists = asWritten.toISOString().startsWith(text.slice(0, 19))
  const isInRange = earliest <= instant.getTime() && instant.getTime() < end
  const offset = Math.abs(instant.getTime() - asWritten.getTime())
  return exists && isInRange && offset < maxOffset + 1_000 ? instant.toISOString() : undefined
}

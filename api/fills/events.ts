import { formatDay } from '#domain/pacific.ts'
import type { Fill } from '../publisher/fill-shell.ts'
import type { FillParts } from './parts.ts'

/**
 * The most bytes of all events that the list's page carries, uncompressed: some eighty events. A longer list comes
 * by a read of its own, which is compressed once for all visitors and not sent again to one who has it.
 */
const mostBytes = 32 * 1024

/** The page of all events, or of a day's. */
export async function fillEvents({ calendar, siteUrl }: FillParts, day?: string): Promise<Fill> {
  const snapshot = await calendar.read()
  const { body } = snapshot.whole.identity
  const isSmall = body.length <= mostBytes
  return {
    status: 200,
    head:
      day === undefined
        ? { canonical: `${siteUrl}/events` }
        : { ...describeDay(day, snapshot.count(day)), canonical: `${siteUrl}/events/${day}` },
    ...(isSmall && { record: { address: '/api/events', status: 200, json: body.toString() } }),
  }
}

function describeDay(day: string, count: number) {
  const name = formatDay(day)
  const events = count === 1 ? '1 event' : `${count} events`
  return {
    title: `Events for ${name}`,
    description: `${events} for startup founders in San Francisco on ${name}.`,
  }
}

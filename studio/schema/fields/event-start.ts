import { readInstant } from '#domain/event-date.ts'
import { addDays, startOfDay, toDay } from '#domain/pacific.ts'

const hour = 3_600_000
const eveningHours = 6

/** Six in the evening of the day after `now`, both in San Francisco. ISO 8601 in UTC. */
export function tomorrowEvening(now: Date): string {
  // Reckoned back from the midnight after it: clocks change at two at night, so this is right on those days too.
  const midnight = startOfDay(addDays(toDay(now), 2))
  return new Date(midnight.getTime() - eveningHours * hour).toISOString()
}

/** The message for a date that the site refuses, or true. Imports and the API can write any text. */
export function checkExists(date: string | undefined): true | string {
  if (date === undefined || readInstant(date) !== undefined) return true
  return 'There is no such date and time: choose another'
}

/** The message for a date that is probably a slip, or true. */
export function checkDistance(date: string | undefined, now: Date): true | string {
  if (date === undefined || Number.isNaN(Date.parse(date)) || toDay(date) <= addDays(toDay(now), 365))
    return true
  return 'This is more than a year away: is the year right?'
}

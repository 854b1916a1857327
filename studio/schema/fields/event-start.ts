import { readInstant } from '#domain/events/event-date.ts'
import { isTooLong, mostDays } from '#domain/events/when.ts'
import { addDays, startOfDay, toDay } from '#domain/pacific.ts'

/** Options of fields with a date and time: Pacific time, wherever the editor is. */
export const pacificTime = {
  // Only numbers: for names of days and months the Studio would use the browser's zone.
  dateFormat: 'YYYY-MM-DD',
  timeFormat: 'h:mm A',
  timeStep: 15,
  displayTimeZone: 'America/Los_Angeles',
  allowTimeZoneSwitch: false,
}

/** 6 PM, Pacific time, as ISO 8601 in UTC. */
export function tomorrowEvening(now: Date): string {
  // Subtracted from the next midnight: clocks change at 2 AM.
  const midnight = startOfDay(addDays(toDay(now), 2))
  return new Date(midnight.getTime() - 6 * 3_600_000).toISOString()
}

/** Imports and the API can write any text. */
export function checkExists(date: string | undefined): true | string {
  if (date === undefined || readInstant(date) !== undefined) return true
  return 'There is no such date and time in the years 1900 to 9998: choose another'
}

export function checkEnd(
  end: string | undefined,
  { date, allDay }: { date?: string; allDay?: boolean },
): true | string {
  const [first, last] = [readInstant(date ?? ''), readInstant(end ?? '')]
  if (first === undefined || last === undefined) return true
  if (last <= first) return 'The end must be after the beginning'
  const isLong = isTooLong({ date: first, end: last, ...(allDay && { allDay }) })
  return isLong ? `An event has at most ${mostDays} days: is it a series?` : true
}

export function checkDistance(date: string | undefined, now: Date): true | string {
  if (date === undefined || Number.isNaN(Date.parse(date)) || toDay(date) <= addDays(toDay(now), 365))
    return true
  return 'This is more than a year away: is the year right?'
}

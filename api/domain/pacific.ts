/** Every calendar day and clock time of the product is San Francisco's, whatever zone the reader is in. */
const timeZone = 'America/Los_Angeles'

const monthDay = new Intl.DateTimeFormat('en-US', { timeZone, month: 'short', day: 'numeric' })
const monthDayYear = new Intl.DateTimeFormat('en-US', {
  timeZone,
  month: 'short',
  day: 'numeric',
  year: 'numeric',
})

/** `Nov 2` of an ISO 8601 instant, in Pacific time. Throws RangeError for anything that is no instant. */
export function formatMonthDay(instant: string): string {
  return monthDay.format(new Date(instant))
}

/** `Nov 2, 2026` of an ISO 8601 instant, in Pacific time. Throws RangeError for anything that is no instant. */
export function formatMonthDayYear(instant: string): string {
  return monthDayYear.format(new Date(instant))
}
